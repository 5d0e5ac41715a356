// The validated values of entries, without tokens filled in. They are kept because they may be needed again. What was not kept is read from
// its file.

import type { EntryRules } from "../content/entries/entry-rules.ts";
import { checkFile, isJson } from "../content/entries/read-entry.ts";
import { NO_CLOCK } from "../content/publication/clock.ts";
import type { SourceRef } from "../content/sources/list-sources.ts";
import { readSource } from "../content/sources/read-source.ts";
import { EventsiteError, isProblem } from "../diagnostics/diagnostic.ts";
import { createUtf8Writer } from "../text/utf8-writer.ts";

const decoder = new TextDecoder();

export interface EntryValues {
  /** `textHash` names the text of the file. */
  keep(source: SourceRef, textHash: string, values: Record<string, unknown>): void;
  /** Throws if the file has another text now. */
  valuesOf(source: SourceRef, textHash: string): Record<string, unknown>;
}

export function createEntryValues(rules: EntryRules): EntryValues {
  /** Values by collection and text, as bytes of JSON, which take less memory than objects. */
  const cache = new Map<string, Uint8Array>();
  const write = createUtf8Writer();
  const keyOf = ({ collection }: SourceRef, textHash: string) => `${collection}/${textHash}`;
  const keep: EntryValues["keep"] = (source, textHash, values) => {
    // `Buffer.from` is not used: its shared pools would stay in memory with everything that was read meanwhile.
    if (isJson(values)) cache.set(keyOf(source, textHash), new Uint8Array(write(JSON.stringify(values))));
  };
  return {
    keep,
    valuesOf(source, textHash) {
      const cached = cache.get(keyOf(source, textHash));
      if (cached) return JSON.parse(decoder.decode(cached));
      const values = readValues(rules, source, textHash);
      keep(source, textHash, values);
      return values;
    },
  };
}

function readValues(rules: EntryRules, source: SourceRef, textHash: string): Record<string, unknown> {
  const file = readSource(source);
  const { values } = checkFile(rules, source, file, NO_CLOCK);
  if (values && !isProblem(file) && file.textHash === textHash) return values;
  throw new EventsiteError("SOURCE_UNREADABLE", `${source.file} was changed while the site was built.`, {
    hint: "build again",
  });
}
