// The open page with the source positions of its words, as the server gives them for the page that it sent.

import { type ServedPage, servedPage } from "../../serve/client/page-version.ts";
import { session } from "../../serve/client/session.ts";
import type { Mark, WordsAnswer, WordsOrigin } from "../source-map/page-words.ts";

/** The page as the server sent it, and the source positions of its words. */
export type MappedPage = ServedPage & WordsAnswer;

/** undefined while the page is changing. Lines of a file may move without a new version of the page: the server is asked each time. */
export async function lookUp(): Promise<MappedPage | undefined> {
  const url = location.pathname + location.search;
  const response = await fetch(`${session.words}?${new URLSearchParams({ url })}`).catch(() => undefined);
  if (!response?.ok) return undefined;
  const answer = (await response.json()) as WordsAnswer;
  const served = await servedPage();
  return answer.hash === served.hash ? { ...answer, ...served } : undefined;
}

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

/** A picture has no text of its own. */
export const isText = ({ origin }: FoundWords): boolean => origin.kind !== "image";

/** Texts outside of the body: title, description. */
export function headOf(page: MappedPage | undefined): FoundWords[] {
  return (page?.elements ?? []).flatMap((element, index) => {
    if (!page || !element.matches('head > title, head > meta[name="description"]')) return [];
    const begins = (mark: Mark) => mark.element === index && mark.start === 0;
    return placed(page, marksOf(page, begins).reverse());
  });
}

/** All texts of the page, each once, in the order of the page. */
export function textsOf(page: MappedPage | undefined): FoundWords[] {
  const seen = new Set<number>();
  const isFirst = ({ origin, attribute }: Mark) =>
    attribute !== "data-props" && !seen.has(origin) && Boolean(seen.add(origin));
  return page ? placed(page, marksOf(page, isFirst)) : [];
}

/** Sentences about the texts that cannot be located. */
export const unmappedOf = (page: MappedPage | undefined): string[] =>
  (page?.isOlder ? [] : (page?.unmapped ?? [])).map(({ origin: index, reason }) => {
    const origin = page?.origins[index ?? -1];
    return origin ? `${origin.file}:${origin.line}:${origin.column}: ${reason}.` : `${reason}.`;
  });

export interface MarkedWords {
  readonly mark: Mark;
  readonly words: string;
}

/** Marks, with the words of the page as it was sent. */
export function marksOf({ marks, elements }: MappedPage, isWanted: (mark: Mark) => boolean): MarkedWords[] {
  return marks.filter(isWanted).map((mark) => {
    const element = elements[mark.element];
    const text = mark.attribute === undefined ? element?.childNodes[mark.text ?? -1]?.nodeValue : undefined;
    const value = text ?? element?.getAttribute(mark.attribute ?? "") ?? "";
    return { mark, words: value.slice(mark.start, mark.end) };
  });
}

/** The position of each; none where it has no origin. */
export const placed = (
  { origins, paths, files, placeholders }: MappedPage,
  marked: readonly MarkedWords[],
): FoundWords[] =>
  marked.flatMap(({ mark, words }) => {
    const origin = origins[mark.origin];
    if (!origin) return [];
    const isPlaceholder = placeholders.includes(mark.origin);
    return [{ words, origin, path: paths[origin.file], fileHash: files[origin.file] ?? "", isPlaceholder }];
  });
