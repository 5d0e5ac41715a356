// The panel with the result of a search for the source of words: positions in files, which open in an editor.

import { editorLink } from "../../serve/client/editor-link.ts";
import { button, element, paragraph } from "../../serve/client/element.ts";
import type { FoundComponent } from "./locate-components.ts";
import type { FoundWords } from "./mapped-page.ts";
import type { Point } from "./pointed-at.ts";
import { shorten, whatOf } from "./text-names.ts";
import { root } from "./tools-host.ts";

export const NOT_FOUND = "Not found in the content";

interface PanelResult {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly matches: readonly FoundWords[];
  /** The lines of templates that made it. They are shown later: the first time, templates are compiled for it. */
  readonly components?: Promise<readonly FoundComponent[]>;
  /** Texts of the whole page, such as its title. */
  readonly head?: readonly FoundWords[];
  readonly unmapped?: readonly string[];
}

/** The element that had the focus before the panel was open. */
let focusedBefore: Element | null = null;

/** Shows a result beside the page, and never over `point`. */
export function showResult(result: PanelResult, point?: Point): void {
  const open = root.querySelector(".panel");
  if (!open) focusedBefore = document.activeElement;
  open?.remove();
  const dialog = panel(result);
  const isUnder = point !== undefined && point.x < innerWidth / 2 && point.y > innerHeight / 3;
  dialog.classList.toggle("right", isUnder);
  root.append(dialog);
  dialog.focus({ preventScroll: true });
}

function closePanel(): void {
  root.querySelector(".panel")?.remove();
  if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus({ preventScroll: true });
  focusedBefore = null;
}

function panel({ title, sentences, matches, components, head = [], unmapped = [] }: PanelResult): HTMLElement {
  const dialog = element("div", { className: "panel", role: "dialog", tabIndex: -1, ariaLabel: title });
  const paragraphs = sentences.map((sentence) => paragraph(sentence));
  // Screen readers should read the result first.
  const news = element("div", { role: "status" }, ...paragraphs, ...(matches.length > 0 ? [list(matches)] : []));
  dialog.append(element("h2", { textContent: title }), news);
  void components?.then((located) => {
    if (located.length > 0) news.after(element("h3", { textContent: "Made by" }), componentList(located));
  });
  if (head.length > 0 || unmapped.length > 0) {
    const details = element("details", {}, element("summary", { textContent: "This page" }), list(head));
    details.append(...unmapped.map((sentence) => paragraph(sentence, "what")));
    dialog.append(details);
  }
  dialog.append(button("×", closePanel, { className: "close", ariaLabel: "Close" }));
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    closePanel();
  });
  return dialog;
}

const list = (matches: readonly FoundWords[]) => element("ul", {}, ...matches.map(item));

const componentList = (components: readonly FoundComponent[]) =>
  element(
    "ul",
    { className: "made" },
    ...components.map(({ name, path, file, line, column }) => {
      const link = editorLink({ path, line, column }, `${file}:${line}:${column}`);
      return element("li", {}, link, paragraph(name, "what"));
    }),
  );

function item({ words, origin, path }: FoundWords): HTMLElement {
  const { file, line, column, kind } = origin;
  const text = kind === "image" ? [] : [paragraph(`“${shorten(words)}”`, "words")];
  const link = editorLink({ path, line, column }, `${file}:${line}:${column}`);
  return element("li", {}, ...text, link, paragraph(whatOf(origin), "what"));
}
