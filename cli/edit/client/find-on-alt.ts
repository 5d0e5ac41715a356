// Finds the source of words: a click with Alt names the file, line and column that they came from, and opens the editor there. Alt+Enter
// does so for the link, button or field that has the focus. Nothing happens while Alt is not held.

import { requestEditor } from "../../serve/client/editor-link.ts";
import { NOT_FOUND, showResult } from "./find-panel.ts";
import { componentsAround, lookUpComponents } from "./locate-components.ts";
import { locateWords } from "./locate-words.ts";
import { headOf, lookUp, unmappedOf } from "./mapped-page.ts";
import { CAPTURE, elementOf, hideOutline, keepFromPage, pick, pointOf } from "./picker.ts";
import { type Point, pointed } from "./pointed-at.ts";
import { isOnTools } from "./tools-host.ts";

/** Starts to listen. */
export function findOnAlt(): void {
  const altKey = followAltKey();
  const search = createSearch();
  const find = (target: Element, point?: Point) => {
    altKey.markUsed();
    void search(target, point);
  };
  keepPressesFromPage();
  addEventListener(
    "click",
    (event) => {
      if (!isForUs(event)) return;
      keepFromPage(event);
      hideOutline();
      const target = elementOf(event);
      if (target) find(target, pointOf(event));
    },
    CAPTURE,
  );
  pick({
    targetOf: (event) => (isForUs(event) ? elementOf(event) : undefined),
    isKey: (event) => event.key === "Enter" && isForUs(event),
    choose: (target) => find(target),
  });
}

const isForUs = (event: MouseEvent | KeyboardEvent): boolean =>
  event.altKey && !event.ctrlKey && !event.metaKey && !isOnTools(event);

/** The page must not receive any event of the click: its own scripts react to the first one. */
function keepPressesFromPage(): void {
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup"] as const)
    addEventListener(type, (event) => isForUs(event as MouseEvent) && keepFromPage(event), CAPTURE);
}

interface AltKey {
  /** Something was found with it since it was pressed. */
  markUsed(): void;
}

function followAltKey(): AltKey {
  let isUsed = false;
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
  return {
    markUsed() {
      isUsed = true;
    },
  };
}

/** Only the result of the last search is shown. */
function createSearch(): (target: Element, point: Point | undefined) => Promise<void> {
  let turn = 0;
  return async (target, point) => {
    const startedTurn = ++turn;
    const at = pointed(target, point);
    const page = await lookUp();
    if (startedTurn !== turn) return;
    const { matches, reason } = locateWords(page, at);
    const components = lookUpComponents().then((answer) => componentsAround(at?.element ?? target, page, answer));
    const [first] = matches;
    const title = first ? "Source of this text" : NOT_FOUND;
    const sentences = first ? [] : [reason ?? ""];
    showResult({ title, sentences, matches, components, head: headOf(page), unmapped: unmappedOf(page) }, point);
    if (first?.path !== undefined) await requestEditor({ ...first.origin, path: first.path });
  };
}
