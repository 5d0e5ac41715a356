// Words of the page that are still samples of `eventsite new`: underlined where they are, without a change of the page itself.

import { followStarters } from "../../serve/client/live.ts";
import { isOurs } from "../../serve/client/morph.ts";
import type { Mark } from "../source-map/page-words.ts";
import { type KnownPage, lookUp } from "./locate-words.ts";
import { servedElement } from "./served-elements.ts";

const NAME = "eventsite-samples";
const STYLE = `::highlight(${NAME}) { text-decoration: underline dashed 2px #c98a00; background-color: #ffd59659; }`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
let turn = 0;

export function markStarters(): void {
  // Older browsers name the files alone.
  if (!("highlights" in CSS)) return;
  followStarters(async (files) => {
    const mine = ++turn;
    const known = files.length > 0 ? await lookUp() : undefined;
    if (mine !== turn) return;
    const ranges = known ? rangesOf(known, new Set(files)) : [];
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    if (ranges.length > 0) CSS.highlights.set(NAME, new Highlight(...ranges));
    else CSS.highlights.delete(NAME);
  });
}

/** The words of the page that are marked as placeholders in these files. */
function rangesOf(known: KnownPage, files: ReadonlySet<string>): Range[] {
  const samples = new Set(known.placeholders.filter((index) => files.has(known.origins[index]?.file ?? "")));
  const marks = known.marks.filter(({ origin, text }) => samples.has(origin) && text !== undefined);
  if (marks.length === 0) return [];
  const shown = new Map(
    [...document.querySelectorAll("body *")].flatMap((live) => {
      const served = isOurs(live) ? undefined : servedElement(live, known);
      return served ? [[served, live] as const] : [];
    }),
  );
  return marks.flatMap((mark) => {
    const served = known.elements[mark.element];
    const live = served && shown.get(served);
    return live ? rangeOf(mark, served, live) : [];
  });
}

/** None where a script has changed the words. */
function rangeOf({ text = 0, start, end }: Mark, served: Element, live: Element): Range[] {
  const said = served.childNodes[text]?.nodeValue;
  const node = [...live.childNodes].find((child) => child instanceof Text && child.data === said);
  if (!node) return [];
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, end);
  return [range];
}
