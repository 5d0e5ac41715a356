// What a deploy changes, as a table for people.
import type { Change } from "../index.ts";

/** Rows of one state, so that the end of a long list can still be found. */
const MOST_ROWS = 100;

const STATES: readonly Change["state"][] = ["added", "changed", "moved", "gone"];

/** Assets have names that nobody knows: they are summed up. */
export function changeTable(changes: readonly Change[]): string {
  const rows = STATES.flatMap((state) => {
    const all = changes.filter((change) => change.state === state);
    const assets = all.filter(({ path }) => path.startsWith("assets/"));
    const named = all.filter(({ path }) => !path.startsWith("assets/"));
    const shown = named
      .slice(0, MOST_ROWS)
      .map(({ address, to, bytes }) => [state, sizeText(bytes), to ? `${address} → ${to}` : address]);
    const rest = named.slice(MOST_ROWS);
    return [
      ...shown,
      ...(rest.length > 0 ? [[state, sizeText(sum(rest)), `${rest.length} more`]] : []),
      ...(assets.length > 0 ? [[state, sizeText(sum(assets)), `/assets/: ${assets.length} files`]] : []),
    ];
  });
  return rows.map(([state = "", size = "", what]) => `${state.padEnd(8)} ${size.padStart(9)}  ${what}\n`).join("");
}

const sum = (changes: readonly Change[]): number => changes.reduce((bytes, change) => bytes + change.bytes, 0);

export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
