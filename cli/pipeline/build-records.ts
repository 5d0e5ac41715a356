// What one build keeps for the next: a row for each source file and each rendered page. A row names everything that it depends on, so it is
// used as long as that is the same, whatever happened in between. Everything else is computed each time.

import { readFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import type { EntryRow } from "../content/entries/entry-row.ts";
import type { Settings } from "../content/settings/read-settings.ts";
import { buildStamp } from "../emit/inputs.ts";
import { manifestStore } from "../emit/manifest.ts";
import { contentHash } from "../files/content-hash.ts";
import { writeWhole } from "../files/write-whole.ts";
import type { PageRow } from "../render/page-job.ts";

export interface BuildRecords {
  /** The settings by the stamp of site.yaml. There is one, and only in this process. */
  readonly settings: Map<string, Settings>;
  /** Rows by the path of the file. */
  readonly entries: Map<string, EntryRow>;
  /** Rows by output. */
  readonly pages: Map<string, PageRow>;
  /** Hashes of files that are published as they are, by path. */
  readonly hashes: Map<string, HashedFile>;
}

/** The hash of a file as long as it has this stamp. */
interface HashedFile {
  readonly stamp: string;
  readonly hash: string;
}

/** The number of characters. */
const HASH_LENGTH = 40;

export const noRecords = (): BuildRecords => ({
  settings: new Map(),
  entries: new Map(),
  pages: new Map(),
  hashes: new Map(),
});

const fileOf = ({ stateDir, outDir }: Config): string => manifestStore(stateDir, outDir).recordsFile;

/** Names the options and the templates for which records hold. */
const holderOf = (config: Config, { programFile }: LoadedTemplates): string => `${buildStamp(config)} ${programFile}`;

/** Writes the records for the next process, with a hash in front. With `--no-cache` nothing is written. Throws errors of the file system. */
export function writeRecords(
  config: Config,
  { records, templates }: { readonly records: BuildRecords; readonly templates: LoadedTemplates },
): void {
  if (!config.cache) return;
  // A value that cannot be compared, such as an object with methods, cannot be written either. Its file is read each time.
  const isPlain = ({ resolved }: EntryRow) => resolved === undefined || resolved.summaryFingerprint !== undefined;
  const bytes = serialize({
    holder: holderOf(config, templates),
    entries: new Map([...records.entries].filter(([, row]) => isPlain(row))),
    pages: new Map([...records.pages].map(([output, { content: _, ...row }]) => [output, row])),
    hashes: records.hashes,
  });
  writeWhole(fileOf(config), Buffer.concat([Buffer.from(contentHash(bytes)), bytes]));
}

/** Returns no records if they are damaged, or belong to other options or templates. */
export function readRecords(config: Config, templates: LoadedTemplates): BuildRecords {
  if (!config.cache) return noRecords();
  try {
    const file = readFileSync(fileOf(config));
    const bytes = file.subarray(HASH_LENGTH);
    if (contentHash(bytes) !== file.toString("latin1", 0, HASH_LENGTH)) return noRecords();
    const { holder, entries, pages, hashes } = deserialize(bytes) as BuildRecords & { readonly holder: string };
    return holder === holderOf(config, templates) ? { ...noRecords(), entries, pages, hashes } : noRecords();
  } catch {
    return noRecords();
  }
}
