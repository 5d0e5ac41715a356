// All texts of the page in a list, for keyboard users and for texts that cannot be clicked, such as the page's title.

import { button, element } from "../../serve/client/element.ts";
import { type FoundWords, isText, lookUp, textsOf } from "./mapped-page.ts";
import { onOneLine, whatOf } from "./text-names.ts";
import { showDialog } from "./tools-host.ts";

interface TextRow {
  readonly element: HTMLElement;
  /** The words that the filter looks for, in lower case. */
  readonly keywords: string;
}

/** `choose` is called with the text that is chosen, once the list is closed. */
export async function showTextList(choose: (text: FoundWords) => void): Promise<void> {
  const onChoice = (text: FoundWords) => {
    dialog.close();
    choose(text);
  };
  const rows = textsOf(await lookUp())
    .filter(isText)
    .map((text) => textRow(text, () => onChoice(text)));
  const filter = filterField(rows);
  const dialog = element(
    "dialog",
    {},
    element("h2", { id: "name", textContent: "Texts of this page" }),
    element("label", { htmlFor: "filter", textContent: "Words to look for, or “placeholder”" }),
    filter,
    element("ul", {}, ...rows.map((row) => row.element)),
  );
  showDialog(dialog);
  filter.focus();
}

function textRow({ words, origin, isPlaceholder }: FoundWords, onClick: () => void): TextRow {
  const text = onOneLine(words);
  const place = `${origin.file}:${origin.line} ${whatOf(origin)}${isPlaceholder ? ", a placeholder" : ""}`;
  const choice = button(text, onClick);
  choice.append(element("span", { className: "what", textContent: place }));
  return {
    element: element("li", {}, choice),
    keywords: `${text} ${isPlaceholder ? "placeholder" : ""}`.toLowerCase(),
  };
}

function filterField(rows: readonly TextRow[]): HTMLInputElement {
  const field = element("input", { id: "filter", type: "search", autocomplete: "off" });
  field.addEventListener("input", () => {
    const query = field.value.trim().toLowerCase();
    for (const row of rows) row.element.hidden = !row.keywords.includes(query);
  });
  return field;
}
