// What a person points at → its source position in the content. Changes by scripts since the page was sent are compared word for word; where
// the two differ, there is no result.

import { fromJson, type Mark, type WordsOrigin } from "../source-map/page-words.ts";
import { type FoundWords, type MappedPage, type MarkedWords, marksOf, placed } from "./mapped-page.ts";
import type { Pointed } from "./pointed-at.ts";
import { nearestServedElement, servedElement } from "./served-elements.ts";

const NOTHING = "There are no words here.";
const UNKNOWN =
  "A template or a script of the page makes these words: no file of the content contains them in this form.";
const OLDER = "The page is older than its file. It is updated when all problems are fixed: correct those first.";
const CHANGING = "The page is changing, or the server does not answer. Try again in a moment.";

interface LocatedWords {
  /** Innermost first: a token's own text comes before the text that contains the token. */
  readonly matches: readonly FoundWords[];
  /** Why there are none, as a sentence. */
  readonly reason?: string;
}

export function locateWords(page: MappedPage | undefined, at: Pointed | undefined): LocatedWords {
  if (!at) return { matches: [], reason: NOTHING };
  if (!page) return { matches: [], reason: CHANGING };
  const matches = ofPointed(page, at);
  return { matches, ...(matches.length === 0 && { reason: reasonOf(page, at) }) };
}

const ofPointed = (page: MappedPage, { element, text, offset }: Pointed): FoundWords[] =>
  text ? ofText(page, element, text, offset ?? 0) : ofElement(page, element);

function reasonOf(page: MappedPage, at: Pointed): string {
  const { unmapped, marks, misplaced, isOlder } = page;
  const [unmappedPage] = unmapped;
  if (marks.length === 0 && misplaced.length === 0 && unmappedPage)
    return isOlder ? OLDER : `The words of this page cannot be located in its files: ${unmappedPage.reason}.`;
  const [lost] = ofPointed(misplacedIn(page), at);
  if (!lost) return UNKNOWN;
  const { file } = lost.origin;
  return isOlder
    ? `The page is older than ${file}: these words have changed there since. It is updated when all problems are fixed.`
    : `The command or a default gives these words: ${file} does not say them.`;
}

/** The same page with only the marks of texts that are in no file any more. */
function misplacedIn(page: MappedPage): MappedPage {
  const files = [...new Set(page.misplaced.map(({ file }) => file))];
  const origins = files.map((file): WordsOrigin => ({ file, path: [], kind: "text", line: 1, column: 1 }));
  const marks = page.misplaced.map(({ file, ...mark }) => ({ ...mark, origin: files.indexOf(file) }));
  return { ...page, origins, marks };
}

function ofText(page: MappedPage, element: Element, text: Text, offset: number): FoundWords[] {
  const served = servedElement(element, page);
  // Comments and borders of text nodes may be gone: only the text of the element has to be the same.
  if (served?.textContent !== element.textContent) return ofSameWords(page, element, text.data.trim());
  const at = textAt(served, offsetIn(element, text, offset));
  const parent = at?.node.parentElement;
  const child = at && parent ? [...parent.childNodes].indexOf(at.node) : -1;
  const marks = marksOf(page, (mark) => page.elements[mark.element] === parent && mark.text === child);
  const under = marks.filter(({ mark }) => at && mark.start <= at.offset && at.offset < mark.end);
  // Next to words from templates, the neighbouring words of the content are meant.
  return placed(page, under.length > 0 ? under.reverse() : marks);
}

/**
 * The only text with these words in the nearest ancestor that has a served element, or in the props of the island around it. Outside of
 * islands the props of every island count: notices are outside of their forms.
 */
function ofSameWords(page: MappedPage, element: Element, words: string): FoundWords[] {
  const around = nearestServedElement(element, page);
  const island = around?.closest("[data-island]");
  const isNear = ({ element: index, text, attribute }: Mark) => {
    const there = page.elements[index];
    if (text !== undefined) return around?.contains(there ?? null) === true;
    return attribute?.startsWith("data-") === true && (!island || there === island);
  };
  const near = marksOf(page, isNear)
    .map(({ mark, words }) => ({ mark, words: mark.attribute === "data-props" ? fromJson(words) : words }))
    .filter((each) => each.words.trim() === words);
  const [first] = near;
  return first && near.every(({ mark }) => mark.origin === first.mark.origin) ? placed(page, [first]) : [];
}

/** The texts of its attributes, the file of a picture first. */
function ofElement(page: MappedPage, element: Element): FoundWords[] {
  const names = ["src", "alt", "placeholder", "aria-label", "value"].filter((name) => element.getAttribute(name));
  const hasSameAttributes = (served: Element) =>
    served.nodeName === element.nodeName &&
    names.every((name) => served.getAttribute(name) === element.getAttribute(name));
  const served = servedElement(element, page);
  const twins = served && hasSameAttributes(served) ? [served] : page.elements.filter(hasSameAttributes);
  const marksIn = (twin: Element) =>
    names.flatMap((name) =>
      marksOf(page, (mark) => page.elements[mark.element] === twin && mark.attribute === name).slice(0, 1),
    );
  const [first = [], ...others] = twins.map(marksIn);
  const originsOf = (marked: readonly MarkedWords[]) => String(marked.map(({ mark }) => mark.origin));
  return others.every((marked) => originsOf(marked) === originsOf(first)) ? placed(page, first) : [];
}

function offsetIn(element: Element, text: Text, offset: number): number {
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(text, offset);
  return range.toString().length;
}

/** The text node with the character at this offset of the element's text. */
function textAt(element: Element, offset: number): { readonly node: Text; readonly offset: number } | undefined {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let remaining = offset;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (remaining < node.data.length) return { node, offset: remaining };
    remaining -= node.data.length;
  }
  return undefined;
}
