// The form of an entry: what it is filled with, and what it sends back. Beside the values it carries its version and its placeholders.

import { randomUUID } from "node:crypto";
import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import type { SourceRef } from "../../content/sources/list-sources.ts";
import { parseSource } from "../../content/sources/parse-source.ts";
import { sourceOfRaw } from "../../rewrite/open-file.ts";
import type { IsReal } from "../../rewrite/placeholder-marks.ts";
import type { EntryValues } from "./entry-text.ts";
import { PLACEHOLDERS, placeholdersIn, realIn } from "./form-placeholders.ts";
import { shownValues } from "./form-values.ts";
import { MARKS_APART } from "./markdown-texts.ts";
import type { StoredEntry } from "./stored-entry.ts";

/** A key that the form carries and does not show. */
const VERSION = "eventsite-version";

export interface EntryForm {
  /** Tells forms apart, also of one entry. */
  readonly version: string;
  /** In the format of the entry's file, with JSON as its YAML. */
  readonly text: string;
}

export interface SentForm {
  /** That of the form, or the path of the entry where the form has none. */
  readonly version: string;
  readonly values: EntryValues;
  /** Which placeholders a person has confirmed. */
  readonly isReal: IsReal;
}

export function createEntryForm({ ref, raw, data }: StoredEntry, schema: JsonSchema): EntryForm {
  const version = randomUUID();
  const carried = { [PLACEHOLDERS]: placeholdersIn(sourceOfRaw(ref, raw), schema), [VERSION]: version };
  const { body, ...values } = shownValues(data, schema, MARKS_APART) as EntryValues;
  if (ref.format === "yaml") return { version, text: JSON.stringify({ ...values, body, ...carried }) };
  return { version, text: `---\n${JSON.stringify({ ...values, ...carried })}\n---\n${body}` };
}

export function readSentForm(ref: SourceRef, text: string): SentForm {
  const { data = {} } = parseSource({ ...ref, text });
  const { [VERSION]: version = ref.file, [PLACEHOLDERS]: placeholders, ...values } = data;
  return { version: String(version), values, isReal: realIn(placeholders) };
}
