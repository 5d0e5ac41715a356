// The words of a page beside what a trace says of them, for tests.
import { parse } from "parse5";
import type { Mark, PageWords } from "../../../cli/edit/source-map/page-words.ts";

/** A text or an attribute that people read or hear. */
export interface ShownText {
  readonly where: string;
  readonly value: string;
  readonly marks: readonly Mark[];
}

const HEARD = new Set(["alt", "aria-label", "aria-roledescription", "placeholder", "title"]);

interface Node {
  readonly nodeName: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}

/** All that is in the page, in document order; the numbers of elements and nodes are counted again here. */
export function shownTexts(html: string, { marks }: PageWords): ShownText[] {
  const elements: Node[] = [];
  const walk = (node: Node) => {
    if (node.tagName !== undefined) elements.push(node);
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parse(html, { scriptingEnabled: false }) as unknown as Node);
  return elements.flatMap((element, index): ShownText[] => {
    if (element.tagName === "script" || element.tagName === "style") return [];
    const texts = (element.childNodes ?? []).flatMap(({ nodeName, value = "" }, child) =>
      nodeName === "#text" && value.trim() !== ""
        ? [
            {
              where: `<${element.tagName}>`,
              value,
              marks: marks.filter((m) => m.element === index && m.text === child),
            },
          ]
        : [],
    );
    const attributes = (element.attrs ?? []).flatMap(({ name, value }) =>
      (HEARD.has(name) || (name === "src" && element.tagName === "img")) && value !== ""
        ? [
            {
              where: `<${element.tagName} ${name}>`,
              value,
              marks: marks.filter((mark) => mark.element === index && mark.attribute === name),
            },
          ]
        : [],
    );
    return [...texts, ...attributes];
  });
}

/** What is left of a text when all that a trace knows is taken away. */
export const unknownWords = ({ value, marks }: ShownText): string =>
  [...value.matchAll(/./gsu)]
    .filter(({ index }) => !marks.some(({ start, end }) => start <= index && index < end))
    .join("");
