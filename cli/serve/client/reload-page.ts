// Reloads the page without losing anything: not while somebody types, and with the state of the last moment kept.
import { keepState } from "./kept-state.ts";

/** A key pressed during a reload is lost: wait this long after the last key. */
const REST_MS = 400;

let lastKey = Number.NEGATIVE_INFINITY;
let isComposing = false;
let isAsked = false;

const note = (event: Event) => {
  if (event instanceof KeyboardEvent && isTyping(event)) lastKey = performance.now();
  if (event.type === "compositionstart") isComposing = true;
  if (event.type === "compositionend") isComposing = false;
};
for (const type of ["keydown", "compositionstart", "compositionend"])
  addEventListener(type, note, { capture: true, passive: true });

const isTyping = (event: KeyboardEvent) => {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
};

export function reloadPage(): void {
  if (isAsked) return;
  isAsked = true;
  whenTypingRests(() => {
    keepState();
    addEventListener("pagehide", keepState, { once: true });
    location.reload();
  });
}

function whenTypingRests(run: () => void): void {
  const left = isComposing ? REST_MS : lastKey + REST_MS - performance.now();
  if (left <= 0) run();
  else setTimeout(() => whenTypingRests(run), left);
}
