// Which texts of a page are marked as placeholders in their files.

import { readSource } from "../../content/sources/read-source.ts";
import { isProblem } from "../../diagnostics/diagnostic.ts";
import { isMarkOf, marksIn, type PlaceholderMark } from "../../rewrite/placeholder-marks.ts";
import type { SiteRules } from "../text/site-rules.ts";
import type { WordsOrigin } from "./page-words.ts";

/** Gives their indexes in `origins`. */
export function placeholdersOf(origins: readonly WordsOrigin[], rules: SiteRules | undefined): number[] {
  const files = [...new Set(origins.map(({ file }) => file))];
  const marks = new Map(files.map((file) => [file, marksOf(file, rules)]));
  return origins.flatMap((origin, index) =>
    marks.get(origin.file)?.some((mark) => isMarkOf(mark, origin, origin.line)) ? [index] : [],
  );
}

function marksOf(file: string, rules: SiteRules | undefined): readonly PlaceholderMark[] {
  const ref = rules?.sourceOf(file);
  const source = ref && readSource(ref);
  return source && !isProblem(source) ? marksIn(source) : [];
}
