// What a person points at: the words under the pointer, whatever covers them, or the picture.
import { isOurs } from "../../serve/client/morph.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Pointed {
  /** The element whose own text or attribute it is. */
  readonly element: Element;
  /** A text of the element, and the character in it; without it the element itself is meant: a picture, a field. */
  readonly text?: Text;
  readonly offset?: number;
  /** Where to draw an outline, on the screen. */
  readonly box: DOMRect;
}

/** Elements that show something without a text node. */
const SHOWING = "img, input, textarea, svg[aria-label], [role=img][aria-label]";

/** The words or picture under the point, or else those of the target. */
export const pointed = (target: Element, point?: Point): Pointed | undefined =>
  (point && pointedAt(point)) ?? firstWords(target);

function pointedAt({ x, y }: Point): Pointed | undefined {
  for (const element of allElementsAt({ x, y })) {
    const itself = ofShowing(element);
    if (itself) return itself;
    for (const text of textsOf(element)) {
      const character = textAt(text, { x, y }, leadingOf(element));
      if (character) return { element, text, ...character };
    }
  }
  return undefined;
}

/** The text of the element itself: for the keyboard, and where the pointer is beside the words. */
function firstWords(element: Element): Pointed | undefined {
  const itself = ofShowing(element);
  if (itself) return itself;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement;
    if (parent && node.data.trim() !== "" && parent.getClientRects().length > 0) return ofText(parent, node);
  }
  const picture = element.querySelector(SHOWING);
  if (picture) return { element: picture, box: element.getBoundingClientRect() };
  return element.hasAttribute("aria-label") ? { element, box: element.getBoundingClientRect() } : undefined;
}

const ofText = (element: Element, text: Text): Pointed => ({
  element,
  text,
  offset: text.data.search(/\S/),
  box: rangeOf(text, 0, text.data.length).getBoundingClientRect(),
});

function ofShowing(element: Element): Pointed | undefined {
  if (element instanceof HTMLSelectElement) return ofSelect(element);
  if (!element.matches(SHOWING)) return undefined;
  const box = element.getBoundingClientRect();
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const label = isField && !(element.placeholder && element.value === "") ? element.labels?.[0] : undefined;
  // For a field without a text of the content, its label is meant.
  const labelText = label && firstWords(label);
  return labelText ? { ...labelText, box } : { element, box };
}

function ofSelect(select: HTMLSelectElement): Pointed | undefined {
  const option = select.selectedOptions[0];
  const text = option && textsOf(option)[0];
  return text && { ...ofText(option, text), box: select.getBoundingClientRect() };
}

/** Includes elements that let clicks through, such as words on a picture. */
const reachable = new CSSStyleSheet();
reachable.replaceSync("* { pointer-events: auto !important; }");

function allElementsAt(point: Point): Element[] {
  const sheets = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [...sheets, reachable];
  try {
    return elementsAt(document, point);
  } finally {
    document.adoptedStyleSheets = sheets;
  }
}

/** Topmost first, into shadow trees too. */
function elementsAt(root: Document | ShadowRoot, point: Point): Element[] {
  return root.elementsFromPoint(point.x, point.y).flatMap((element) => {
    // A shadow tree also returns the elements around it.
    if (element.getRootNode() !== root || isOurs(element)) return [];
    return element.shadowRoot ? [...elementsAt(element.shadowRoot, point), element] : [element];
  });
}

const textsOf = (element: Element): Text[] =>
  [...element.childNodes].filter((node): node is Text => node instanceof Text && node.data.trim() !== "");

function rangeOf(text: Text, start: number, end: number): Range {
  const range = document.createRange();
  range.setStart(text, start);
  range.setEnd(text, end);
  return range;
}

const contains = ({ left, right, top, bottom }: DOMRect, { x, y }: Point, leading: number) =>
  left <= x && x <= right && top - leading <= y && y <= bottom + leading;

/** Pixels: the gap between two lines belongs to one of them, not to the picture behind. */
function leadingOf(element: Element): number {
  const { lineHeight, fontSize } = getComputedStyle(element);
  return Math.max(0, (Number.parseFloat(lineHeight) || 0) - Number.parseFloat(fontSize)) / 2 + 1;
}

/** The character under the point, by binary search. */
function textAt(text: Text, point: Point, leading: number): { offset: number; box: DOMRect } | undefined {
  const isIn = (start: number, end: number) =>
    [...rangeOf(text, start, end).getClientRects()].some((rect) => contains(rect, point, leading));
  let start = 0;
  let end = text.data.length;
  if (!isIn(start, end)) return undefined;
  while (end - start > 1) {
    const middle = (start + end) >> 1;
    if (isIn(start, middle)) end = middle;
    else start = middle;
  }
  return { offset: start, box: rangeOf(text, 0, text.data.length).getBoundingClientRect() };
}
