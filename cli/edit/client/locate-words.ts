// What a person points at → its source position in the content. The server knows it for the page as it was sent; changes by scripts since
// then are compared word for word, and where the two differ there is no result.

import type { FreshPage, ServedPage } from "../../serve/client/live-reload.ts";
import { session } from "../../serve/client/session.ts";
import { fromJson, type Mark, type Origin, type WordsAnswer } from "../source-map/page-words.ts";
import { firstWords, type Point, type Pointed, pointedAt } from "./pointed-at.ts";
import { counterpart, nearestCounterpart } from "./served-element.ts";

/** Words of the open page, and their source position. */
export interface FoundWords {
  /** As the page shows them; of a picture, its address. */
  readonly words: string;
  readonly origin: Origin;
  /** The whole path of the file, for editors; absent on another machine. */
  readonly path?: string;
  /** Of the file as it was when the position was looked up. */
  readonly fileHash: string;
}

export interface Located {
  /** Innermost first: a token's own text comes before the text that contains the token. */
  readonly found: readonly FoundWords[];
  /** Why nothing was found, as a sentence. */
  readonly reason?: string;
}

export interface Words {
  /** Finds what is under the point, or else what the target says. */
  pointed(target: Element, point?: Point): Pointed | undefined;
  locate(target: Element, point?: Point): Promise<Located>;
  /** Texts outside of the body: title, description. */
  ofHead(): Promise<readonly FoundWords[]>;
  /** All texts of the page, each once, in the order of the page. */
  all(): Promise<readonly FoundWords[]>;
  /** What cannot be found, as sentences. */
  unmapped(): Promise<readonly string[]>;
}

const NOTHING = "There are no words here.";
const UNKNOWN =
  "A template or a script of the page makes these words: no file of the content contains them in this form.";
const CHANGING = "The page is changing, or the server does not answer. Try again in a moment.";

interface Known {
  readonly answer: WordsAnswer;
  readonly page: ServedPage;
}

export function createWords(page: FreshPage): Words {
  let asked: { readonly hash: string; readonly known: Promise<Known | undefined> } | undefined;

  /** Requested once per version of the page; lines of a file may move without a new version, so it is kept only for a moment. */
  const ask = async (): Promise<Known | undefined> => {
    const url = location.pathname + location.search;
    const response = await fetch(`${session.words}?${new URLSearchParams({ url })}`).catch(() => undefined);
    if (!response?.ok) return undefined;
    const answer = (await response.json()) as WordsAnswer;
    const served = await page.version();
    return answer.words.hash === served.hash ? { answer, page: served } : undefined;
  };
  const know = (): Promise<Known | undefined> => {
    if (asked?.hash === page.hash()) return asked.known;
    const now = { hash: page.hash(), known: ask() };
    asked = now;
    const forget = () => {
      if (asked === now) asked = undefined;
    };
    now.known.then(forget, forget);
    return now.known;
  };

  const pointed: Words["pointed"] = (target, point) => (point && pointedAt(point)) ?? firstWords(target);
  return {
    pointed,
    async locate(target, point) {
      const at = pointed(target, point);
      if (!at) return { found: [], reason: NOTHING };
      const known = await know();
      if (!known) return { found: [], reason: CHANGING };
      const found = ofPointed(known, at);
      return { found, ...(found.length === 0 && { reason: reasonOf(known, at) }) };
    },
    async ofHead() {
      const known = await know();
      if (!known) return [];
      const heads = known.page.elements.flatMap((element, index) =>
        element.matches('head > title, head > meta[name="description"]') ? [index] : [],
      );
      const begins =
        (index: number) =>
        ({ element, start }: Mark) =>
          element === index && start === 0;
      return heads.flatMap((index) => placed(known, marksOf(known, begins(index)).reverse()));
    },
    async all() {
      const known = await know();
      if (!known) return [];
      const seen = new Set<number>();
      const isFirst = ({ origin, attribute }: Mark) =>
        attribute !== "data-props" && !seen.has(origin) && Boolean(seen.add(origin));
      return placed(known, marksOf(known, isFirst));
    },
    async unmapped() {
      const known = await know();
      return (known?.answer.words.unmapped ?? []).map(({ origin: index, reason }) => {
        const origin = known?.answer.words.origins[index ?? -1];
        return origin ? `${origin.file}:${origin.line}:${origin.column}: ${reason}.` : `${reason}.`;
      });
    },
  };
}

const ofPointed = (known: Known, { element, text, offset }: Pointed): FoundWords[] =>
  text ? ofText(known, element, text, offset ?? 0) : ofElement(known, element);

function reasonOf(known: Known, at: Pointed): string {
  const { unmapped, marks, misplaced } = known.answer.words;
  const [whole] = unmapped;
  if (marks.length === 0 && misplaced.length === 0 && whole)
    return `The words of this page cannot be told apart: ${whole.reason}.`;
  const [lost] = ofPointed(misplacedIn(known), at);
  if (!lost) return UNKNOWN;
  const { file } = lost.origin;
  return known.answer.isOlder
    ? `The page is older than ${file}: these words have changed there since. It is updated when all problems are fixed.`
    : `The command or a default gives these words: ${file} does not say them.`;
}

/** The same page with the marks of those texts alone that are no longer in any file. */
function misplacedIn({ page, answer }: Known): Known {
  const { words } = answer;
  const files = [...new Set(words.misplaced.map(({ file }) => file))];
  const origins = files.map((file): Origin => ({ file, path: [], kind: "text", line: 1, column: 1 }));
  const marks = words.misplaced.map(({ file, ...mark }) => ({ ...mark, origin: files.indexOf(file) }));
  return { page, answer: { ...answer, words: { ...words, origins, marks } } };
}

interface MarkedWords {
  readonly mark: Mark;
  readonly words: string;
}

/** With the words of the page as it was sent. */
function marksOf({ answer, page }: Known, isWanted: (mark: Mark) => boolean): MarkedWords[] {
  return answer.words.marks.filter(isWanted).map((mark) => {
    const element = page.elements[mark.element];
    const text = mark.attribute === undefined ? element?.childNodes[mark.text ?? -1]?.nodeValue : undefined;
    const value = text ?? element?.getAttribute(mark.attribute ?? "") ?? "";
    return { mark, words: value.slice(mark.start, mark.end) };
  });
}

const placed = ({ answer: { words, paths } }: Known, marked: readonly MarkedWords[]): FoundWords[] =>
  marked.flatMap(({ mark, words: shown }) => {
    const origin = words.origins[mark.origin];
    const path = origin && paths[origin.file];
    const fileHash = words.files[origin?.file ?? ""] ?? "";
    return origin ? [{ words: shown, origin, ...(path !== undefined && { path }), fileHash }] : [];
  });

function ofText(known: Known, element: Element, text: Text, offset: number): FoundWords[] {
  const served = servedElement(known, element);
  // Comments and borders of text nodes may be gone: what counts is that the element has the same text.
  if (served && served.textContent === element.textContent) {
    const at = textAt(served, offsetIn(element, text, offset));
    const index = known.page.elements.indexOf(at?.node.parentElement as Element);
    const child = at ? [...(at.node.parentElement?.childNodes ?? [])].indexOf(at.node) : -1;
    const marks = marksOf(known, (mark) => mark.element === index && mark.text === child);
    const under = marks.filter(({ mark }) => at && mark.start <= at.offset && at.offset < mark.end);
    // Next to words from templates, the neighbouring words of the content are meant.
    return placed(known, under.length > 0 ? under.reverse() : marks);
  }
  const words = text.data.trim();
  return onlyOne(known, [
    ...marksOf(
      known,
      isBelow(known, element, ({ text }) => text !== undefined),
    ).filter((each) => each.words.trim() === words),
    ...dataOf(known, element).filter((each) => each.words.trim() === words),
  ]);
}

/** Texts of its attributes; a picture's file first. */
function ofElement(known: Known, element: Element): FoundWords[] {
  const names = ["src", "alt", "placeholder", "aria-label", "value"].filter((name) => element.getAttribute(name));
  const saysTheSame = (served: Element | undefined) =>
    served && names.every((name) => served.getAttribute(name) === element.getAttribute(name));
  const served = servedElement(known, element);
  const index = served && saysTheSame(served) ? known.page.elements.indexOf(served) : -1;
  const attributes = (at: number) =>
    names.flatMap((name) => marksOf(known, (mark) => mark.element === at && mark.attribute === name).slice(0, 1));
  if (index !== -1) return placed(known, attributes(index));
  const twins = known.page.elements.flatMap((each, at) =>
    each.nodeName === element.nodeName && saysTheSame(each) ? [attributes(at)] : [],
  );
  const first = twins[0] ?? [];
  const isOne = twins.every((marks) => String(marks.map(originIn)) === String(first.map(originIn)));
  return isOne && first.length > 0 ? placed(known, first) : [];
}

const originIn = ({ mark }: MarkedWords) => mark.origin;

const servedElement = ({ page }: Known, element: Element): Element | undefined => {
  const root = page.elements[0];
  return root && counterpart(element, root);
};

/** Marks within the nearest ancestor that has a counterpart. */
function isBelow({ page }: Known, element: Element, isWanted: (mark: Mark) => boolean): (mark: Mark) => boolean {
  const around = nearestCounterpart(element, page.elements[0] as Element);
  return (mark) => isWanted(mark) && around.contains(page.elements[mark.element] ?? null);
}

/** Texts in the props of the island around it or, outside of islands, of every island: notices are outside of their forms. */
function dataOf(known: Known, element: Element): MarkedWords[] {
  const around = nearestCounterpart(element, known.page.elements[0] as Element);
  const island = around.closest("[data-island]");
  return marksOf(
    known,
    ({ element: index, attribute }) =>
      attribute?.startsWith("data-") === true && (!island || known.page.elements[index] === island),
  ).map(({ mark, words }) => ({ mark, words: mark.attribute === "data-props" ? fromJson(words) : words }));
}

/** The same words at several positions are ambiguous: no result. */
function onlyOne(known: Known, marked: readonly MarkedWords[]): FoundWords[] {
  const [first] = marked;
  return first && marked.every(({ mark }) => mark.origin === first.mark.origin) ? placed(known, [first]) : [];
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
