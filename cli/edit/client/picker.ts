// Choosing words of the page: those under the pointer are outlined, and a key chooses those of the focused element.

import { element } from "../../serve/client/element.ts";
import { isOurs } from "../../serve/client/morph.ts";
import { type Point, pointed } from "./pointed-at.ts";
import { root } from "./tools-host.ts";

export interface Picking {
  /** The element that a pointer event is for; undefined where it is for another picking. */
  targetOf(event: MouseEvent): Element | undefined;
  /** The key that does what a click on the focused element would do. */
  isKey(event: KeyboardEvent): boolean;
  choose(target: Element, point?: Point): void;
}

export const CAPTURE = { capture: true };
const PASSIVE = { capture: true, passive: true };
/** Pixels between the words and the outline. */
const GAP = 4;

const outline = element("div", { className: "outline", hidden: true });
root.append(outline);
const pickings: Picking[] = [];
let frame = 0;

export function pick(picking: Picking): void {
  pickings.push(picking);
  addEventListener(
    "keydown",
    (event) => {
      const { activeElement } = document;
      if (!picking.isKey(event) || !activeElement || isOurs(activeElement) || activeElement === document.body) return;
      keepFromPage(event);
      picking.choose(activeElement);
    },
    CAPTURE,
  );
}

export function hideOutline(): void {
  cancelAnimationFrame(frame);
  outline.hidden = true;
}

function draw(target: Element, event: MouseEvent): void {
  const { box } = pointed(target, pointOf(event)) ?? {};
  outline.hidden = box === undefined;
  if (!box) return;
  const { style } = outline;
  style.left = `${box.left - GAP}px`;
  style.top = `${box.top - GAP}px`;
  style.width = `${box.width + 2 * GAP}px`;
  style.height = `${box.height + 2 * GAP}px`;
}

addEventListener(
  "mousemove",
  (event) => {
    cancelAnimationFrame(frame);
    const target = pickings.map(({ targetOf }) => targetOf(event)).find((element) => element !== undefined);
    if (target) frame = requestAnimationFrame(() => draw(target, event));
    else hideOutline();
  },
  PASSIVE,
);
addEventListener("scroll", hideOutline, PASSIVE);
addEventListener("blur", hideOutline);

/** Keeps an event from the page. */
export function keepFromPage(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

export const pointOf = ({ clientX: x, clientY: y }: MouseEvent): Point => ({ x, y });

export function elementOf(event: Event): Element | undefined {
  const [target] = event.composedPath();
  return target instanceof Element ? target : undefined;
}
