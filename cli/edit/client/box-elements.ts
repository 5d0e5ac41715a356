// The elements of the box in which one text is changed, and where the box is on the screen.

import { editorLink } from "../../serve/client/editor-link.ts";
import { button, element, paragraph } from "../../serve/client/element.ts";
import type { UnsavedEdit } from "./edit-state.ts";
import { plainPath, whatOf } from "./text-names.ts";
import { COMMAND_KEY, GAP, showDialog } from "./tools-host.ts";

const STAND_IN = "This text is a placeholder. Other words take its mark away, or, if these are right: ";
const BRACES = "Words in braces name a text of site.yaml, which is used on many pages.";

export type EditedText = UnsavedEdit["text"];

/** The elements that several actions use. */
export interface EditBox {
  readonly dialog: HTMLDialogElement;
  readonly form: HTMLFormElement;
  readonly field: HTMLTextAreaElement;
  /** The problems of the typed text. */
  readonly alert: HTMLElement;
  readonly save: HTMLButtonElement;
}

export function createBox({ text: { isOneLine, description }, typed }: UnsavedEdit): EditBox {
  const field = element("textarea", { id: "words", value: typed, rows: isOneLine ? 1 : 4, spellcheck: true });
  if (!isOneLine) field.dataset.lines = "";
  if (description) field.setAttribute("aria-describedby", "what");
  const form = element("form", { noValidate: true });
  return {
    dialog: element("dialog", {}, form),
    form,
    field,
    alert: element("div", { role: "alert" }),
    save: element("button", { type: "submit", className: "main", textContent: "Save" }),
  };
}

/** Which text it is, and the position in its file. */
export function introduction(text: EditedText, wholePath: string | undefined): Node[] {
  const { file, line, description } = text;
  const link = editorLink({ path: wholePath, line, column: 1 }, `${file}:${line}`);
  return [
    element("h2", { id: "name", textContent: nameOf(text) }),
    element("p", { className: "what", textContent: `${whatOf(text)}, in ` }, link),
    ...(description ? [element("p", { className: "what", id: "what", textContent: description })] : []),
  ];
}

/** The field with the words, and notes on it. `onReal`: the text is no placeholder. */
export function fieldRows(text: EditedText, { field }: EditBox, onReal: () => void): Node[] {
  const label = text.kind === "markdown" ? "Words, with their Markdown" : "Words";
  const keys = `${text.isOneLine ? "Enter" : `${COMMAND_KEY}+Enter`} saves, Escape leaves it as it is.`;
  const real = button("This is the real one", onReal);
  return [
    element("label", { htmlFor: "words", textContent: label }),
    field,
    paragraph(keys, "what"),
    ...(/\{[\w.-]+\}/.test(text.text) ? [paragraph(BRACES, "what")] : []),
    ...(text.isPlaceholder ? [element("p", { className: "note" }, STAND_IN, real)] : []),
  ];
}

export function actionRow({ isOptional }: EditedText, { dialog, save }: EditBox, onRemove: () => void): Node {
  const cancel = button("Cancel", () => dialog.close());
  const remove = button("Remove this text", onRemove);
  return element("div", { className: "doings" }, save, cancel, ...(isOptional ? [remove] : []));
}

export function showBox({ dialog, field }: EditBox, near: DOMRect | undefined): void {
  showDialog(dialog, near);
  new ResizeObserver(() => keepInView(dialog)).observe(dialog);
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

/** The name in the schema, or else the last step of its path. */
function nameOf({ name, path }: EditedText): string {
  const plain = name ?? plainPath(path).at(-1) ?? "";
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** A box that grows stays on the screen. */
function keepInView(dialog: HTMLElement): void {
  const room = innerHeight - dialog.getBoundingClientRect().height - GAP;
  if (Number.parseFloat(dialog.style.top) > room) dialog.style.top = `${Math.max(GAP, room)}px`;
}
