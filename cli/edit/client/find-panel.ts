// While Alt is held the words under the pointer are outlined; a click with it names the file, line and column they came from and opens the
// editor there. Alt+Enter does so for the link, button or field that has the focus. Nothing happens while Alt is not held.

import { editorLink, requestEditor } from "../../serve/client/editor-link.ts";
import { button, element, paragraph } from "../../serve/client/element.ts";
import { componentsAround, type FoundComponent, lookUpComponents } from "./locate-components.ts";
import { type FoundWords, headOf, locateWords, lookUp, unmappedOf } from "./locate-words.ts";
import { CAPTURE, elementOf, hideOutline, keepFromPage, pick, pointOf } from "./picker.ts";
import { type Point, pointed } from "./pointed-at.ts";
import { shorten, whatOf } from "./text-names.ts";
import { isOnTools, root } from "./tools-host.ts";

export const NOT_FOUND = "Not found in the content";

/** Starts to listen. */
export function findOnAlt(): void {
  let isUsed = false;
  let turn = 0;
  const find = async (target: Element, point?: Point) => {
    isUsed = true;
    const mine = ++turn;
    const at = pointed(target, point);
    const known = await lookUp();
    if (mine !== turn) return;
    const { found, reason } = locateWords(known, at);
    const made = lookUpComponents().then((answer) => componentsAround(at?.element ?? target, known, answer));
    const [first] = found;
    const title = first ? "Source of this text" : NOT_FOUND;
    const sentences = first ? [] : [reason ?? ""];
    showResult({ title, sentences, found, made, head: headOf(known), unmapped: unmappedOf(known) }, point);
    if (first?.path !== undefined) await requestEditor({ ...first.origin, path: first.path });
  };
  const isForUs = (event: MouseEvent | KeyboardEvent) =>
    event.altKey && !event.ctrlKey && !event.metaKey && !isOnTools(event);
  // The page must not receive any event of the click: its own scripts react to the first.
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup"] as const)
    addEventListener(type, (event) => isForUs(event as MouseEvent) && keepFromPage(event), CAPTURE);
  addEventListener(
    "click",
    (event) => {
      if (!isForUs(event)) return;
      keepFromPage(event);
      hideOutline();
      const target = elementOf(event);
      if (target) void find(target, pointOf(event));
    },
    CAPTURE,
  );
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === "Alt") isUsed = false;
  };
  addEventListener("keydown", onKey, CAPTURE);
  addEventListener(
    "keyup",
    (event) => {
      if (event.key !== "Alt") return;
      hideOutline();
      // Alone it would move the focus to the browser's menu.
      if (isUsed) event.preventDefault();
    },
    CAPTURE,
  );
  pick({
    targetOf: (event) => (isForUs(event) ? elementOf(event) : undefined),
    isKey: (event) => event.key === "Enter" && isForUs(event),
    choose: (target) => void find(target),
  });
}

interface PanelResult {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly found: readonly FoundWords[];
  /** The lines of templates that made it: shown when they are found, for the first of them templates are compiled. */
  readonly made?: Promise<readonly FoundComponent[]>;
  /** Texts of the whole page, such as its title. */
  readonly head?: readonly FoundWords[];
  readonly unmapped?: readonly string[];
}

let before: Element | null = null;

/** Shows a result beside the page, and never over `point`. */
export function showResult(result: PanelResult, point?: Point): void {
  const open = root.querySelector(".panel");
  if (!open) before = document.activeElement;
  open?.remove();
  const dialog = panel(result);
  const isUnder = point !== undefined && point.x < innerWidth / 2 && point.y > innerHeight / 3;
  dialog.classList.toggle("right", isUnder);
  root.append(dialog);
  dialog.focus({ preventScroll: true });
}

function closePanel(): void {
  root.querySelector(".panel")?.remove();
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  before = null;
}

function panel({ title, sentences, found, made, head = [], unmapped = [] }: PanelResult): HTMLElement {
  const dialog = element("div", { className: "panel", role: "dialog", tabIndex: -1, ariaLabel: title });
  const said = sentences.map((sentence) => paragraph(sentence));
  // Screen readers should read the result first.
  const news = element("div", { role: "status" }, ...said, ...(found.length > 0 ? [list(found)] : []));
  dialog.append(element("h2", { textContent: title }), news);
  void made?.then((components) => {
    if (components.length > 0) news.after(element("h3", { textContent: "Made by" }), componentList(components));
  });
  if (head.length > 0 || unmapped.length > 0) {
    const more = element("details", {}, element("summary", { textContent: "This page" }), list(head));
    more.append(...unmapped.map((sentence) => paragraph(sentence, "what")));
    dialog.append(more);
  }
  dialog.append(button("×", closePanel, { className: "close", ariaLabel: "Close" }));
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    closePanel();
  });
  return dialog;
}

const list = (found: readonly FoundWords[]) => element("ul", {}, ...found.map(item));

const componentList = (made: readonly FoundComponent[]) =>
  element(
    "ul",
    { className: "made" },
    ...made.map(({ name, path, file, line, column }) => {
      const link = editorLink({ path, line, column }, `${file}:${line}:${column}`);
      return element("li", {}, link, paragraph(name, "what"));
    }),
  );

function item({ words, origin, path }: FoundWords): HTMLElement {
  const { file, line, column, kind } = origin;
  const said = kind === "image" ? [] : [paragraph(`“${shorten(words)}”`, "words")];
  const link = editorLink({ path, line, column }, `${file}:${line}:${column}`);
  return element("li", {}, ...said, link, paragraph(whatOf(origin), "what"));
}
