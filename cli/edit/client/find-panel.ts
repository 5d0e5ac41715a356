// While Alt is held the words under the pointer are outlined; a click with it names the file, line and column they came from and opens the
// editor there. Alt+Enter does so for the link, button or field that has the focus. Nothing happens while Alt is not held.

import { editorLink, openEditor } from "../../serve/client/editor-link.ts";
import { element } from "../../serve/client/element.ts";
import { isOurs } from "../../serve/client/morph.ts";
import type { FoundWords, Located, Words } from "./locate-words.ts";
import { panelCss } from "./panel-css.ts";
import { plainPath } from "./plain-path.ts";
import type { Point } from "./pointed-at.ts";

export function createFindPanel(words: Words): void {
  const outline = element("div", { className: "outline", hidden: true });
  let host: HTMLElement | undefined;
  let before: Element | null = null;
  let isUsed = false;
  let turn = 0;
  let frame = 0;

  const root = (): ShadowRoot => {
    host ??= mount(outline);
    return host.shadowRoot as ShadowRoot;
  };
  const hide = () => {
    cancelAnimationFrame(frame);
    outline.hidden = true;
  };
  const draw = (target: Element, point: Point) => {
    const { box } = words.pointed(target, point) ?? {};
    outline.hidden = box === undefined;
    if (!box) return;
    root();
    const { style } = outline;
    style.left = `${box.left - 4}px`;
    style.top = `${box.top - 4}px`;
    style.width = `${box.width + 8}px`;
    style.height = `${box.height + 8}px`;
  };
  const close = () => {
    root().querySelector("[role=dialog]")?.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    before = null;
  };
  const find = async (target: Element, point?: Point) => {
    const mine = ++turn;
    const located = await words.locate(target, point);
    const [head, unmapped] = await Promise.all([words.ofHead(), words.unmapped()]);
    if (mine !== turn) return;
    const open = root().querySelector("[role=dialog]");
    if (!open) before = document.activeElement;
    open?.remove();
    const dialog = panel(located, head, unmapped, close);
    // Never covers what was pointed at.
    const isUnder = point !== undefined && point.x < innerWidth / 2 && point.y > innerHeight / 3;
    dialog.classList.toggle("right", isUnder);
    root().append(dialog);
    dialog.focus({ preventScroll: true });
    const [first] = located.found;
    if (first?.path !== undefined) await openEditor({ ...first.origin, path: first.path });
  };

  const isForUs = (event: MouseEvent | KeyboardEvent) =>
    event.altKey && !event.ctrlKey && !event.metaKey && !isInside(event);
  const isInside = (event: Event) => event.composedPath().some((node) => node instanceof Node && isOurs(node));
  const take = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
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
      hide();
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
      hide();
      // Alone it would move the focus to the browser's menu.
      if (isUsed) event.preventDefault();
    },
    capture,
  );
  addEventListener(
    "mousemove",
    (event) => {
      cancelAnimationFrame(frame);
      const target = event.composedPath()[0];
      if (isForUs(event) && target instanceof Element)
        frame = requestAnimationFrame(() => draw(target, { x: event.clientX, y: event.clientY }));
      else if (!outline.hidden) hide();
    },
    { capture: true, passive: true },
  );
  addEventListener("blur", hide);
  addEventListener("scroll", hide, { capture: true, passive: true });
}

function mount(outline: HTMLElement): HTMLElement {
  const host = document.createElement("eventsite-words");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(panelCss);
  root.adoptedStyleSheets = [sheet];
  root.append(outline);
  document.body.append(host);
  return host;
}

function panel(
  { found, reason }: Located,
  head: readonly FoundWords[],
  unmapped: readonly string[],
  close: () => void,
): HTMLElement {
  const title = found.length > 0 ? "Source of this text" : "Not found in the content";
  const dialog = element("div", { role: "dialog", tabIndex: -1, ariaLabel: title });
  dialog.append(element("h2", { textContent: title }));
  // Screen readers should read the result first.
  const news = element("div", { role: "status" });
  news.append(found.length > 0 ? list(found) : element("p", { textContent: reason ?? "" }));
  dialog.append(news);
  if (head.length > 0 || unmapped.length > 0) {
    const more = element("details", {}, element("summary", { textContent: "This page" }), list(head));
    more.append(...unmapped.map((sentence) => element("p", { className: "what", textContent: sentence })));
    dialog.append(more);
  }
  const button = element("button", { type: "button", textContent: "×", ariaLabel: "Close" });
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
