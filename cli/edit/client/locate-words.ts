// What a person points at → its source position in the content. The server knows it for the page as it was sent; changes by scripts since
// then are compared word for word, and where the two differ there is no result.

import { type ServedPage, servedPage } from "../../serve/client/live.ts";
import { session } from "../../serve/client/session.ts";
import { fromJson, type Mark, type WordsAnswer, type WordsOrigin } from "../source-map/page-words.ts";
import type { Pointed } from "./pointed-at.ts";
import { nearestServedElement, servedElement } from "./served-elements.ts";

/** Words of the open page, and their source position. */
export interface FoundWords {
  /** The words as the page shows them; for a picture, its address. */
  readonly words: string;
  readonly origin: WordsOrigin;
  /** The whole path of the file, for editors; absent on another machine. */
  readonly path?: string;
  /** The hash of the file when the position was looked up. */
  readonly fileHash: string;
  /** Whether it is marked as a placeholder there. */
  readonly isPlaceholder: boolean;
}

const NOTHING = "There are no words here.";
const UNKNOWN =
  "A template or a script of the page makes these words: no file of the content contains them in this form.";
const OLDER = "The page is older than its file. It is updated when all problems are fixed: correct those first.";
const CHANGING = "The page is changing, or the server does not answer. Try again in a moment.";

/** What the server knows of the page. */
export type KnownPage = ServedPage & WordsAnswer;

/** undefined while the page is changing. */
type Known = KnownPage | undefined;

/** Lines of a file may move without a new version of the page: it is asked each time. */
export async function lookUp(): Promise<Known> {
  const url = location.pathname + location.search;
  const response = await fetch(`${session.words}?${new URLSearchParams({ url })}`).catch(() => undefined);
  if (!response?.ok) return undefined;
  const answer = (await response.json()) as WordsAnswer;
  const page = await servedPage();
  return answer.hash === page.hash ? { ...answer, ...page } : undefined;
}

/** Innermost first: a token's own text comes before the text that contains the token. Or why there is nothing, as a sentence. */
export function locateWords(known: Known, at: Pointed | undefined): { found: readonly FoundWords[]; reason?: string } {
  if (!at) return { found: [], reason: NOTHING };
  if (!known) return { found: [], reason: CHANGING };
  const found = ofPointed(known, at);
  return { found, ...(found.length === 0 && { reason: reasonOf(known, at) }) };
}

/** Texts outside of the body: title, description. */
export function headOf(known: Known): FoundWords[] {
  return (known?.elements ?? []).flatMap((element, index) => {
    if (!known || !element.matches('head > title, head > meta[name="description"]')) return [];
    const begins = (mark: Mark) => mark.element === index && mark.start === 0;
    return placed(known, marksOf(known, begins).reverse());
  });
}

/** All texts of the page, each once, in the order of the page. */
export function textsOf(known: Known): FoundWords[] {
  const seen = new Set<number>();
  const isFirst = ({ origin, attribute }: Mark) =>
    attribute !== "data-props" && !seen.has(origin) && Boolean(seen.add(origin));
  return known ? placed(known, marksOf(known, isFirst)) : [];
}

/** Sentences about what cannot be found. */
export const unmappedOf = (known: Known): string[] =>
  (known?.isOlder ? [] : (known?.unmapped ?? [])).map(({ origin: index, reason }) => {
    const origin = known?.origins[index ?? -1];
    return origin ? `${origin.file}:${origin.line}:${origin.column}: ${reason}.` : `${reason}.`;
  });

const ofPointed = (known: KnownPage, { element, text, offset }: Pointed): FoundWords[] =>
  text ? ofText(known, element, text, offset ?? 0) : ofElement(known, element);

function reasonOf(known: KnownPage, at: Pointed): string {
  const { unmapped, marks, misplaced, isOlder } = known;
  const [whole] = unmapped;
  if (marks.length === 0 && misplaced.length === 0 && whole)
    return isOlder ? OLDER : `The words of this page cannot be located in its files: ${whole.reason}.`;
  const [lost] = ofPointed(misplacedIn(known), at);
  if (!lost) return UNKNOWN;
  const { file } = lost.origin;
  return isOlder
    ? `The page is older than ${file}: these words have changed there since. It is updated when all problems are fixed.`
    : `The command or a default gives these words: ${file} does not say them.`;
}

/** The same page with only the marks of texts that are in no file any more. */
function misplacedIn(known: KnownPage): KnownPage {
  const files = [...new Set(known.misplaced.map(({ file }) => file))];
  const origins = files.map((file): WordsOrigin => ({ file, path: [], kind: "text", line: 1, column: 1 }));
  const marks = known.misplaced.map(({ file, ...mark }) => ({ ...mark, origin: files.indexOf(file) }));
  return { ...known, origins, marks };
}

interface MarkedWords {
  readonly mark: Mark;
  readonly words: string;
}

/** Marks, with the words of the page as it was sent. */
function marksOf({ marks, elements }: KnownPage, isWanted: (mark: Mark) => boolean): MarkedWords[] {
  return marks.filter(isWanted).map((mark) => {
    const element = elements[mark.element];
    const text = mark.attribute === undefined ? element?.childNodes[mark.text ?? -1]?.nodeValue : undefined;
    const value = text ?? element?.getAttribute(mark.attribute ?? "") ?? "";
    return { mark, words: value.slice(mark.start, mark.end) };
  });
}

const placed = ({ origins, paths, files, placeholders }: KnownPage, marked: readonly MarkedWords[]): FoundWords[] =>
  marked.flatMap(({ mark, words }) => {
    const origin = origins[mark.origin];
    if (!origin) return [];
    const isPlaceholder = placeholders.includes(mark.origin);
    return [{ words, origin, path: paths[origin.file], fileHash: files[origin.file] ?? "", isPlaceholder }];
  });

function ofText(known: KnownPage, element: Element, text: Text, offset: number): FoundWords[] {
  const served = servedElement(element, known);
  // Comments and borders of text nodes may be gone: what counts is that the element has the same text.
  if (served?.textContent !== element.textContent) return saidNear(known, element, text.data.trim());
  const at = textAt(served, offsetIn(element, text, offset));
  const parent = at?.node.parentElement;
  const child = at && parent ? [...parent.childNodes].indexOf(at.node) : -1;
  const marks = marksOf(known, (mark) => known.elements[mark.element] === parent && mark.text === child);
  const under = marks.filter(({ mark }) => at && mark.start <= at.offset && at.offset < mark.end);
  // Next to words from templates, the neighbouring words of the content are meant.
  return placed(known, under.length > 0 ? under.reverse() : marks);
}

/**
 * The only text with these words in the nearest ancestor that has a served element, or in the props of the island around it. Outside of
 * islands the props of every island count: notices are outside of their forms.
 */
function saidNear(known: KnownPage, element: Element, words: string): FoundWords[] {
  const around = nearestServedElement(element, known);
  const island = around?.closest("[data-island]");
  const isNear = ({ element: index, text, attribute }: Mark) => {
    const there = known.elements[index];
    if (text !== undefined) return around?.contains(there ?? null) === true;
    return attribute?.startsWith("data-") === true && (!island || there === island);
  };
  const near = marksOf(known, isNear)
    .map(({ mark, words }) => ({ mark, words: mark.attribute === "data-props" ? fromJson(words) : words }))
    .filter((each) => each.words.trim() === words);
  const [first] = near;
  return first && near.every(({ mark }) => mark.origin === first.mark.origin) ? placed(known, [first]) : [];
}

/** The texts of its attributes, the file of a picture first. */
function ofElement(known: KnownPage, element: Element): FoundWords[] {
  const names = ["src", "alt", "placeholder", "aria-label", "value"].filter((name) => element.getAttribute(name));
  const saysTheSame = (served: Element) =>
    served.nodeName === element.nodeName &&
    names.every((name) => served.getAttribute(name) === element.getAttribute(name));
  const served = servedElement(element, known);
  const twins = served && saysTheSame(served) ? [served] : known.elements.filter(saysTheSame);
  const marksIn = (twin: Element) =>
    names.flatMap((name) =>
      marksOf(known, (mark) => known.elements[mark.element] === twin && mark.attribute === name).slice(0, 1),
    );
  const [first = [], ...others] = twins.map(marksIn);
  const originsOf = (marked: readonly MarkedWords[]) => String(marked.map(({ mark }) => mark.origin));
  return others.every((marked) => originsOf(marked) === originsOf(first)) ? placed(known, first) : [];
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
  let left = offset;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (left < node.data.length) return { node, offset: left };
    left -= node.data.length;
  }
  return undefined;
}
