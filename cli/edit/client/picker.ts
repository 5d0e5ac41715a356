// The outline around the words under the pointer.

import { element } from "../../serve/client/element.ts";
import { isOurs } from "../../serve/client/morph.ts";
import type { Words } from "./locate-words.ts";

export interface Picker {
  /** `targetOf` gives the element that a move of the pointer is for, if it is for this. */
  follow(targetOf: (event: MouseEvent) => Element | undefined): void;
  hide(): void;
}

/** Pixels between the words and the outline. */
const GAP = 4;

export function createPicker(root: ShadowRoot, words: Words): Picker {
  const outline = element("div", { className: "outline", hidden: true });
  root.append(outline);
  const followers: ((event: MouseEvent) => Element | undefined)[] = [];
  let frame = 0;
  const hide = () => {
    cancelAnimationFrame(frame);
    outline.hidden = true;
  };
  const draw = (target: Element, event: MouseEvent) => {
    const { box } = words.pointed(target, { x: event.clientX, y: event.clientY }) ?? {};
    outline.hidden = box === undefined;
    if (!box) return;
    const { style } = outline;
    style.left = `${box.left - GAP}px`;
    style.top = `${box.top - GAP}px`;
    style.width = `${box.width + 2 * GAP}px`;
    style.height = `${box.height + 2 * GAP}px`;
  };
  const passive = { capture: true, passive: true };
  addEventListener(
    "mousemove",
    (event) => {
      cancelAnimationFrame(frame);
      const target = followers.map((targetOf) => targetOf(event)).find((found) => found !== undefined);
      if (target) frame = requestAnimationFrame(() => draw(target, event));
      else hide();
    },
    passive,
  );
  addEventListener("scroll", hide, passive);
  addEventListener("blur", hide);
  return { follow: (targetOf) => void followers.push(targetOf), hide };
}

/** Keeps an event from the page. */
export function take(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether an event is on what these tools add to the page. */
export const isOnTools = (event: Event): boolean =>
  event.composedPath().some((node) => node instanceof Node && isOurs(node));
