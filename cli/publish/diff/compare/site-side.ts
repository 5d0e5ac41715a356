// One of the two compared sites: its files, in a folder or at a target.

import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, shownPath } from "../../../config/resolve-config.ts";
import { isBesideSite, isNeverOfSite, isOurPage } from "../../../emit/own-files.ts";
import { filesBelow } from "../../../files/tree-of.ts";
import { currentOf, interruptedOf } from "../../deploy/ledger.ts";
import { ledgerFiles } from "../../deploy/target-files.ts";
import { openLedgerCache, readState, type TargetState } from "../../deploy/target-state.ts";
import { STATE_FOLDER, type TargetStore } from "../../stores/store.ts";
import type { Target } from "../../stores/target.ts";

/** A compared site, for people and scripts. */
export interface ComparedSite {
  readonly kind: "target" | "revision" | "folder" | "content";
  /** The name of the target or revision as given, or the folder. */
  readonly name: string;
  /** The commit of the content, if it is known. */
  readonly commit?: string | undefined;
  /** When it was published or committed; ISO 8601. */
  readonly at?: string | undefined;
}

/** The site in a sentence. */
export function siteText({ kind, name, commit, at }: ComparedSite): string {
  const from = commit && !name.startsWith(commit) ? `commit ${commit}` : "";
  const details = [at?.slice(0, 16).replace("T", " "), from].filter(Boolean).join(", ");
  const texts = {
    target: `what is live at the target ${name}${details ? ` (${details})` : ", where nothing is published yet"}`,
    revision: `${name} (${details})`,
    folder: `the last build in ${name}/`,
    content: `${name}/ as it is now`,
  };
  return texts[kind];
}

export interface SiteSide {
  readonly about: ComparedSite;
  /** Bytes by path, of files that visitors can request. */
  readonly files: ReadonlyMap<string, number>;
  /** HTML files that are published as they are, and are no pages of the site. */
  readonly staticPages: ReadonlySet<string>;
  /** How many files can be read at once. */
  readonly parallel: number;
  /** SHA-256 of a file's content. */
  hashOf(path: string): Promise<string>;
  /** undefined where there is no such file. */
  read(path: string): Promise<Buffer | undefined>;
}

export const isPageFile = (path: string): boolean => path.endsWith(".html");

/** A built site. */
export async function folderSide(dir: string, about: ComparedSite): Promise<SiteSide> {
  const files = new Map<string, number>();
  for await (const { file, stats } of filesBelow(dir)) {
    const path = shownPath(dir, file);
    if (stats.isFile() && !isNeverOfSite(path)) files.set(path, stats.size);
  }
  const read = (path: string) =>
    files.has(path) ? readFile(join(dir, path)).catch(() => undefined) : Promise.resolve(undefined);
  return {
    about,
    files,
    parallel: 8,
    read,
    staticPages: new Set([...files.keys()].filter((path) => isPageFile(path) && !isOurPage(join(dir, path)))),
    hashOf: async (path) => hash("sha256", (await read(path)) ?? ""),
  };
}

/** The site at a target. Its listing and its ledger show which files need to be read. Rejects as `deploy` does; changes nothing. */
export async function targetSide(store: TargetStore, target: Target, config: Config): Promise<SiteSide> {
  const state = await readState(store, target, openLedgerCache(config.stateDir, target));
  const current = currentOf(state.ledger);
  const published = ledgerFiles(state);
  const files = new Map(visibleFiles(state).map((path) => [path, state.listing.get(path)?.size ?? 0]));
  const read = async (path: string) => (await store.read(path))?.bytes;
  return {
    about: { kind: "target", name: target.name, commit: current?.commit, at: current?.at },
    files,
    parallel: store.parallel,
    read,
    staticPages: new Set(
      [...files.keys()].filter((path) => isPageFile(path) && published.get(path)?.fileClass === "file"),
    ),
    hashOf: async (path) => published.get(path)?.sha256 ?? hash("sha256", (await read(path)) ?? ""),
  };
}

/** Leaves out old assets, which stay for a while, and further keys of pages. */
function visibleFiles({ listing, ledger, isAdopted }: TargetState): string[] {
  const current = currentOf(ledger);
  const published = [...(current ? [current] : []), ...interruptedOf(ledger)].flatMap(({ files }) => files);
  const paths = isAdopted
    ? [...listing.keys()].filter((path) => !path.startsWith(STATE_FOLDER) && !isBesideSite(path))
    : published.filter(({ fileClass }) => fileClass !== "key").map(({ path }) => path);
  return [...new Set(paths)].filter((path) => listing.has(path));
}
