// The placeholders of an entry as its form lists them, and which of them somebody says are real. Pure.

import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import { fieldAt, labelOf } from "../../content/schema/described-schema.ts";
import { parseSource } from "../../content/sources/parse-source.ts";
import type { SourceFile } from "../../content/sources/read-source.ts";
import type { Path } from "../../content/sources/source-document.ts";
import { withoutPlaceholderMarks } from "../../content/yaml/find-in-lines.ts";
import { isMapping } from "../../content/yaml/mapping.ts";
import { type IsReal, marksIn, type PlaceholderMark } from "../../rewrite/placeholder-marks.ts";

/** The field of a form that lists them, and the name of its control. */
export const PLACEHOLDERS = "eventsite-placeholders";

export interface FormPlaceholder {
  /** "Sections › 2 › Heading", counted from 1. */
  readonly label: string;
  /** The value, for people. */
  readonly words: string;
  /** Of a mark in a text of several lines, its line as the form shows it. */
  readonly line?: string;
  readonly paths: readonly Path[];
  readonly values: readonly unknown[];
  /** Whether a person has confirmed it in the form. */
  readonly isReal?: boolean;
}

/** `schema` is that of the entry. */
export function placeholdersIn(source: SourceFile, schema: JsonSchema): FormPlaceholder[] {
  const { data } = parseSource(source);
  return marksIn(source).map(({ line: fileLine, paths, values, isInWords }) => {
    const words = values.map((value) => withoutPlaceholderMarks(String(value ?? "")).trim()).join(", ");
    const isMarkdown = fieldAt(schema, data, paths[0] ?? [])?.["x-field"]?.kind === "markdown";
    const line = isMarkdown ? words : String(values[0] ?? "").trim();
    return {
      label: labelOfPath(paths[0] ?? []) || `Line ${fileLine}`,
      words,
      ...(isInWords && { line }),
      paths,
      values,
    };
  });
}

/** A value may be at another place by now, as an item that was moved. */
export function realIn(sent: unknown): IsReal {
  const real = (Array.isArray(sent) ? sent : []).filter((each) => isMapping(each) && each.isReal === true);
  const isSame = (one: Pick<PlaceholderMark, "values">, other: Pick<PlaceholderMark, "values">) =>
    isDeepStrictEqual(one.values, other.values);
  const isThere = (one: PlaceholderMark, other: PlaceholderMark) =>
    isSame(one, other) && isDeepStrictEqual(one.paths, other.paths);
  return (mark, _, all) =>
    real.some((each) => isThere(mark, each) || (isSame(mark, each) && !all.some((other) => isThere(other, each))));
}

/** The fields and items on the way to a value, as a form calls them. */
export const labelOfPath = (path: Path): string =>
  path.map((step) => (typeof step === "number" ? step + 1 : labelOf(step))).join(" › ");
