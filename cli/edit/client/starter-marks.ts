// Marks words and pictures of the page that are still samples of `eventsite new`, without a change of its elements.

import { followStarters } from "../../serve/client/live.ts";
import { isOurs } from "../../serve/client/morph.ts";
import type { Mark } from "../source-map/page-words.ts";
import { lookUp, type MappedPage } from "./mapped-page.ts";
import { servedElement } from "./served-elements.ts";

const NAME = "eventsite-samples";
const WORDS_RULE = `::highlight(${NAME}) { text-decoration: underline dashed 2px #c98a00; background-color: #ffd59659; }`;

/** Within the picture: what is around it may cut off the rest. */
const outlineRule = (selector: string, style: "dashed" | "dotted"): string =>
  `${selector} { outline: 4px ${style} #c98a00 !important; outline-offset: -4px !important; }`;

const sheet = new CSSStyleSheet();
let turn = 0;

export function markStarters(): void {
  // Older browsers only list the files.
  if (!("highlights" in CSS)) return;
  followStarters(async (files) => {
    const startedTurn = ++turn;
    const page = files.length > 0 ? await lookUp() : undefined;
    if (startedTurn !== turn) return;
    const samples = page ? samplesOf(page, new Set(files)) : [];
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    sheet.replaceSync([WORDS_RULE, ...pictureRules(samples)].join("\n"));
    const ranges = samples.flatMap(rangeOf);
    if (ranges.length > 0) CSS.highlights.set(NAME, new Highlight(...ranges));
    else CSS.highlights.delete(NAME);
  });
}

/** A placeholder that the page shows. */
interface Sample {
  readonly mark: Mark;
  /** Its element, as it was sent and as it is. */
  readonly served: Element;
  readonly live: Element;
}

/** The texts and pictures of the page that are marked as placeholders in these files. */
function samplesOf(page: MappedPage, files: ReadonlySet<string>): Sample[] {
  const placeholders = new Set(page.placeholders.filter((index) => files.has(page.origins[index]?.file ?? "")));
  const marks = page.marks.filter(({ origin }) => placeholders.has(origin));
  if (marks.length === 0) return [];
  const liveElements = new Map(
    [...document.querySelectorAll("body *")].flatMap((live) => {
      const served = isOurs(live) ? undefined : servedElement(live, page);
      return served ? [[served, live] as const] : [];
    }),
  );
  return marks.flatMap((mark) => {
    const served = page.elements[mark.element];
    const live = served && liveElements.get(served);
    return served && live ? [{ mark, served, live }] : [];
  });
}

/** None where a script has changed the words. */
function rangeOf({ mark: { text, start, end }, served, live }: Sample): Range[] {
  if (text === undefined) return [];
  const sentText = served.childNodes[text]?.nodeValue;
  const node = [...live.childNodes].find((child) => child instanceof Text && child.data === sentText);
  if (!node) return [];
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  return [range];
}

/** Dashes around a sample picture, dots around one of which only the words for those who do not see it are a sample. */
function pictureRules(samples: readonly Sample[]): string[] {
  const selectorsOf = (attribute: string) =>
    samples.flatMap(({ mark, live }) =>
      mark.attribute === attribute && live instanceof HTMLImageElement ? [selectorOf(live)] : [],
    );
  return [
    ...selectorsOf("alt").map((selector) => outlineRule(selector, "dotted")),
    ...selectorsOf("src").map((selector) => outlineRule(selector, "dashed")),
  ];
}

/** The same picture with other words is that of another entry. */
const selectorOf = (image: HTMLImageElement): string =>
  ["src", "alt"].map((name) => `[${name}="${CSS.escape(image.getAttribute(name) ?? "")}"]`).join("");
