// A page with marks beside the same page without them → its marks, each with the source position of its words.

import type { Alphabet } from "./mark-alphabet.ts";
import type { PageElement } from "./page-elements.ts";
import { fromJson, type Mark } from "./page-words.ts";
import { type ReadText, readMarks } from "./read-marks.ts";
import type { SourcePosition, SourceTexts } from "./source-texts.ts";

export interface PageMarks {
  readonly marks: readonly (Omit<Mark, "origin"> & { readonly sourcePosition: SourcePosition })[];
  readonly lost: ReadText["lost"];
}

/** Not read by visitors: the page's own data and addresses. */
const UNREAD_ELEMENTS = new Set(["script", "style"]);
const UNREAD_ATTRIBUTES = /^(?:class|id|href|srcset|imagesrcset|action|style)$/;
/** The texts in an island's props. */
const DATA_AS_JSON = "data-props";

/** undefined where the two pages differ in more than marks. */
export function readPageMarks(
  clean: readonly PageElement[],
  marked: readonly PageElement[],
  alphabet: Alphabet,
  sourceTexts: SourceTexts,
): PageMarks | undefined {
  if (clean.length !== marked.length) return undefined;
  const marks: PageMarks["marks"][number][] = [];
  const lost: ReadText["lost"][number][] = [];
  const readOne = (place: Pick<Mark, "element" | "text" | "attribute">, text: string, plain: string): boolean => {
    if (text === plain) return true;
    const isJson = place.attribute === DATA_AS_JSON;
    const read = readMarks(text, alphabet, sourceTexts, isJson ? fromJson : undefined);
    if (read.plain !== plain) return false;
    marks.push(...read.runs.map((run) => ({ ...place, ...run })));
    // Data without words of the page need not be reported.
    if (!isJson) lost.push(...read.lost);
    return true;
  };
  for (const [element, { name, attributes, texts }] of marked.entries()) {
    const before = clean[element];
    if (before?.name !== name || before.texts.length !== texts.length) return undefined;
    for (const [index, { name: attribute, value }] of attributes.entries()) {
      const plain = before.attributes[index];
      if (plain?.name !== attribute) return undefined;
      if (!UNREAD_ATTRIBUTES.test(attribute) && !readOne({ element, attribute }, value, plain.value)) return undefined;
    }
    if (UNREAD_ELEMENTS.has(name)) continue;
    for (const [index, { child, value }] of texts.entries()) {
      const plain = before.texts[index];
      if (plain?.child !== child || !readOne({ element, text: child }, value, plain.value)) return undefined;
    }
  }
  return { marks, lost };
}
