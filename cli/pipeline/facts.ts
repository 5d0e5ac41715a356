// What one build remembers for the next: what each source file says, and what each rendered page is and read. Rows name all that they
// depend on, so a row is used as long as that is the same, whatever happened in between. All else is computed each time.
import { deserialize, serialize } from "node:v8";
import type { Settings } from "../content/read-settings.ts";
import type { PageRow } from "../entries/page-row.ts";
import type { EntryRow } from "../entries/read-entry.ts";

export interface Facts {
  /** What site.yaml says, in this process alone: one, by the stamp of the file. */
  readonly settings: Map<string, Settings>;
  /** By the path of the file. */
  readonly entries: Map<string, EntryRow>;
  /** By output. */
  readonly pages: Map<string, PageRow>;
}

export const noFacts = (): Facts => ({ settings: new Map(), entries: new Map(), pages: new Map() });

/** As bytes for the next process; `programFile` names the templates and the program that they hold for. */
export function packFacts({ entries, pages }: Facts, programFile: string): Uint8Array {
  // What cannot be compared, such as an object with methods, cannot be written either: such a file is read each time.
  const isPlain = ({ entry }: EntryRow) => entry === undefined || entry.summaryPrint !== undefined;
  return serialize({
    programFile,
    entries: new Map([...entries].filter(([, row]) => isPlain(row))),
    pages: new Map([...pages].map(([output, { content: _, ...row }]) => [output, row])),
  });
}

/** None where the bytes are of other templates, or of none. */
export function unpackFacts(bytes: Uint8Array | undefined, programFile: string): Facts {
  if (!bytes) return noFacts();
  const { entries, pages, ...facts } = deserialize(bytes) as Facts & { readonly programFile: string };
  return facts.programFile === programFile ? { ...noFacts(), entries, pages } : noFacts();
}
