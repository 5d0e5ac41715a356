// While Alt is held the words under the pointer are outlined; a click with it names the file, line and column they came from and opens the
// editor there. Alt+Enter does so for the link, button or field that has the focus. Nothing happens while Alt is not held.

import { editorLink, openEditor } from "../../serve/client/editor-link.ts";
import { element } from "../../serve/client/element.ts";
import type { FoundWords, Words } from "./locate-words.ts";
import { isOnTools, type Picker, take } from "./picker.ts";
import { plainPath } from "./plain-path.ts";
import type { Point } from "./pointed-at.ts";

/** Shows a result beside the page, and never over `point`. */
type ShowResult = (result: PanelResult, point?: Point) => void;

export function createFindPanel(root: ShadowRoot, words: Words, picker: Picker): ShowResult {
  let before: Element | null = null;
  let isUsed = false;
  let turn = 0;

  const close = () => {
    root.querySelector(".panel")?.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    before = null;
  };
  const show: ShowResult = (result, point) => {
    const open = root.querySelector(".panel");
    if (!open) before = document.activeElement;
    open?.remove();
    const dialog = panel(result, close);
    const isUnder = point !== undefined && point.x < innerWidth / 2 && point.y > innerHeight / 3;
    dialog.classList.toggle("right", isUnder);
    root.append(dialog);
    dialog.focus({ preventScroll: true });
  };
  const find = async (target: Element, point?: Point) => {
    const mine = ++turn;
    const located = await words.locate(target, point);
    const [head, unmapped] = await Promise.all([words.ofHead(), words.unmapped()]);
    if (mine !== turn) return;
    const { found, reason } = located;
    const isFound = found.length > 0;
    const sentences = isFound ? [] : [reason ?? ""];
    show({ title: isFound ? "Source of this text" : NOT_FOUND, sentences, found, head, unmapped }, point);
    const [first] = found;
    if (first?.path !== undefined) await openEditor({ ...first.origin, path: first.path });
  };

  const isForUs = (event: MouseEvent | KeyboardEvent) =>
    event.altKey && !event.ctrlKey && !event.metaKey && !isOnTools(event);
  const capture = { capture: true };
  // The page must not receive any event of the click: its own scripts react to the first.
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup"] as const)
    addEventListener(type, (event) => isForUs(event as MouseEvent) && take(event), capture);
  addEventListener(
    "click",
    (event) => {
      if (!isForUs(event)) return;
      take(event);
      isUsed = true;
      picker.hide();
      const target = event.composedPath()[0];
      if (target instanceof Element) void find(target, { x: event.clientX, y: event.clientY });
    },
    capture,
  );
  addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Alt") isUsed = false;
      if (event.key !== "Enter" || !isForUs(event)) return;
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) return;
      take(event);
      isUsed = true;
      void find(activeElement);
    },
    capture,
  );
  addEventListener(
    "keyup",
    (event) => {
      if (event.key !== "Alt") return;
      picker.hide();
      // Alone it would move the focus to the browser's menu.
      if (isUsed) event.preventDefault();
    },
    capture,
  );
  picker.follow((event) => {
    const [target] = event.composedPath();
    return isForUs(event) && target instanceof Element ? target : undefined;
  });
  return show;
}

export const NOT_FOUND = "Not found in the content";

interface PanelResult {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly found: readonly FoundWords[];
  /** Of the whole page. */
  readonly head?: readonly FoundWords[];
  readonly unmapped?: readonly string[];
}

function panel({ title, sentences, found, head = [], unmapped = [] }: PanelResult, close: () => void): HTMLElement {
  const dialog = element("div", { className: "panel", role: "dialog", tabIndex: -1, ariaLabel: title });
  const said = sentences.map((sentence) => element("p", { textContent: sentence }));
  // Screen readers should read the result first.
  const news = element("div", { role: "status" }, ...said, ...(found.length > 0 ? [list(found)] : []));
  dialog.append(element("h2", { textContent: title }), news);
  if (head.length > 0 || unmapped.length > 0) {
    const more = element("details", {}, element("summary", { textContent: "This page" }), list(head));
    more.append(...unmapped.map((sentence) => element("p", { className: "what", textContent: sentence })));
    dialog.append(more);
  }
  const button = element("button", { type: "button", className: "close", textContent: "×", ariaLabel: "Close" });
  button.addEventListener("click", close);
  dialog.append(button);
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  return dialog;
}

function list(found: readonly FoundWords[]): HTMLElement {
  return element("ul", {}, ...found.map(item));
}

function item({ words, origin, path }: FoundWords): HTMLElement {
  const { file, line, column, kind } = origin;
  const row = element("li", {});
  if (kind !== "image") row.append(element("p", { className: "words", textContent: `“${shorten(words)}”` }));
  row.append(
    editorLink({ ...(path !== undefined && { path }), line, column }, `${file}:${line}:${column}`),
    element("p", { className: "what", textContent: whatOf(origin) }),
  );
  return row;
}

export const shorten = (words: string): string => {
  const line = words.trim().replace(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
};

/** ["sections", 2, "heading"] → "section 3 › heading". */
export function whatOf({ kind, path }: Pick<FoundWords["origin"], "kind" | "path">): string {
  const name = plainPath(path).join(" › ");
  return kind === "image" ? `picture: ${name}` : name;
}
