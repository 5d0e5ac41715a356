// All texts of the page in a list, for keyboard users and for what cannot be clicked, such as the page's title.

import { element } from "../../serve/client/element.ts";
import { whatOf } from "./find-panel.ts";
import type { FoundWords } from "./locate-words.ts";
import { showDialog } from "./tools-host.ts";

export function openTextList(
  root: ShadowRoot,
  texts: readonly FoundWords[],
  onChosen: (text: FoundWords) => void,
): void {
  const filter = element("input", { id: "filter", type: "search", autocomplete: "off" });
  const rows = texts.map((text) => {
    const words = text.words.trim().replace(/\s+/g, " ");
    const { origin } = text;
    const where = element("span", {
      className: "what",
      textContent: `${origin.file}:${origin.line} ${whatOf(origin)}`,
    });
    const button = element("button", { type: "button" }, words, where);
    button.addEventListener("click", () => {
      dialog.close();
      onChosen(text);
    });
    return { row: element("li", {}, button), words: words.toLowerCase() };
  });
  const dialog = element(
    "dialog",
    {},
    element("h2", { id: "name", textContent: "Texts of this page" }),
    element("label", { htmlFor: "filter", textContent: "Words to look for" }),
    filter,
    element("ul", {}, ...rows.map(({ row }) => row)),
  );
  filter.addEventListener("input", () => {
    const wanted = filter.value.trim().toLowerCase();
    for (const { row, words } of rows) row.hidden = !words.includes(wanted);
  });
  showDialog(root, dialog);
  filter.focus();
}
