import type { DeployResult } from "../publish/deploy/deploy.ts";
import type { Change } from "../publish/deploy/list-changes.ts";
import { sizeText } from "./report.ts";

/** Rows of one state that are printed. */
const MOST_ROWS = 100;

const STATES: readonly Change["state"][] = ["added", "changed", "moved", "gone"];

/** The names of assets mean nothing to people: they are summed up. */
export function changeTable(changes: readonly Change[]): string {
  const rows = STATES.flatMap((state) => {
    const all = changes.filter((change) => change.state === state);
    const assets = all.filter(({ path }) => path.startsWith("assets/"));
    const named = all.filter(({ path }) => !path.startsWith("assets/"));
    const listed = named
      .slice(0, MOST_ROWS)
      .map(({ address, to, bytes }) => [state, sizeText(bytes), to ? `${address} → ${to}` : address]);
    const omitted = named.slice(MOST_ROWS);
    return [
      ...listed,
      ...(omitted.length > 0 ? [[state, sizeText(sum(omitted)), `${omitted.length} more`]] : []),
      ...(assets.length > 0 ? [[state, sizeText(sum(assets)), `/assets/: ${assets.length} files`]] : []),
    ];
  });
  return rows.map(([state = "", size = "", what]) => `${state.padEnd(8)} ${size.padStart(9)}  ${what}\n`).join("");
}

const sum = (changes: readonly Change[]): number => changes.reduce((bytes, change) => bytes + change.bytes, 0);

export const forecast = ({ uploaded, uploadedBytes, deleted, unchanged, target }: DeployResult): string =>
  uploaded + deleted === 0
    ? `Nothing would change in ${target.to}: ${files(unchanged)} are there already.`
    : `Would upload ${files(uploaded)} (${sizeText(uploadedBytes)}) and delete ${deleted} in ${target.to}; ${unchanged} are there already.`;

export const files = (count: number): string => `${count} ${count === 1 ? "file" : "files"}`;
