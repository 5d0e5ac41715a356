// One of the two sites that are compared: its files, wherever they are.
import { hash } from "node:crypto";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { shownPath } from "../../config/resolve-config.ts";
import { isBesideSite } from "../../emit/own-files.ts";

/** What was compared, for people and scripts. */
export interface ComparedSite {
  readonly kind: "target" | "revision" | "folder" | "content";
  /** The name of the target or revision as given, or the folder. */
  readonly name: string;
  /** Of the content, where it is known. */
  readonly commit?: string | undefined;
  /** When it was published or committed; ISO 8601. */
  readonly at?: string | undefined;
}

/** As people read it. */
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
  /** Bytes by path; only what visitors can ask for. */
  readonly files: ReadonlyMap<string, number>;
  /** Reads at once. */
  readonly parallel: number;
  /** SHA-256 of a file's content. */
  hashOf(path: string): Promise<string>;
  /** undefined where there is no such file. */
  read(path: string): Promise<Buffer | undefined>;
}

/** A built site. */
export async function folderSide(dir: string, about: ComparedSite): Promise<SiteSide> {
  const files = new Map<string, number>();
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = shownPath(dir, file);
    if (entry.isFile() && !isBesideSite(path)) files.set(path, (await lstat(file)).size);
  }
  const read = (path: string) =>
    files.has(path) ? readFile(join(dir, path)).catch(() => undefined) : Promise.resolve(undefined);
  return {
    ...{ about, files, parallel: 8, read },
    hashOf: async (path) => hash("sha256", (await read(path)) ?? ""),
  };
}
