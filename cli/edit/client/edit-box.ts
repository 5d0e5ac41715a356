// The box in which one text is changed: its source, its purpose, and what is wrong with what was typed.

import { editorLink } from "../../serve/client/editor-link.ts";
import { button, element, paragraph } from "../../serve/client/element.ts";
import type { SavedText, UnsavedText } from "../text/edit.ts";
import { askSave } from "./edit-calls.ts";
import { keepDraft, type UnsavedEdit } from "./edit-state.ts";
import { plainPath, whatOf } from "./text-names.ts";
import { COMMAND_KEY, GAP, showDialog } from "./tools-host.ts";

interface EditBoxOptions {
  /** Where on the screen the text is; without it the box is in the middle. */
  readonly near?: DOMRect | undefined;
  /** Further notes and actions, below the text. */
  readonly more?: readonly Node[];
  /** The whole path of the file, for editors. */
  readonly path?: string | undefined;
  readonly onSaved: (saved: SavedText, isRemoved: boolean) => void;
}

const OPTIONAL = "This text is optional: “Remove this text” deletes it from the file.";
const ONE_LINE = "This text has one line. Enter alone saves it.";
const STAND_IN = "This text is a placeholder. Other words take its mark away, or, if these are right: ";
const BRACES = "Words in braces name a text of site.yaml, which is used on many pages.";

/** Opens it; it closes when the text is saved or the edit is cancelled. */
export function openEditBox(draft: UnsavedEdit, { near, more = [], path: wholePath, onSaved }: EditBoxOptions): void {
  let { text } = draft;
  const { file, line, description, kind, isOneLine } = text;
  const field = element("textarea", { id: "words", value: draft.typed, rows: isOneLine ? 1 : 4, spellcheck: true });
  if (!isOneLine) field.dataset.lines = "";
  const label = element("label", {
    htmlFor: "words",
    textContent: kind === "markdown" ? "Words, with their Markdown" : "Words",
  });
  const alert = element("div", { role: "alert" });
  const save = element("button", { type: "submit", className: "main", textContent: "Save" });
  const cancel = button("Cancel", () => dialog.close());
  const remove = button("Remove this text", () => void submit(null));
  const real = button("This is the real one", () => void submit(field.value, true));
  const heading = element("h2", { id: "name", textContent: nameOf(text) });
  const place = `${file}:${line}`;
  const link = editorLink({ path: wholePath, line, column: 1 }, place);
  const about = element("p", { className: "what", id: "what", textContent: description ?? "" });
  const keys = `${isOneLine ? "Enter" : `${COMMAND_KEY}+Enter`} saves, Escape leaves it as it is.`;
  const form = element(
    "form",
    { noValidate: true },
    heading,
    element("p", { className: "what", textContent: `${whatOf(text)}, in ` }, link),
    ...(description ? [about] : []),
    label,
    field,
    paragraph(keys, "what"),
    ...(/\{[\w.-]+\}/.test(text.text) ? [paragraph(BRACES, "what")] : []),
    ...(text.isPlaceholder ? [element("p", { className: "note" }, STAND_IN, real)] : []),
    ...more,
    alert,
    element("div", { className: "doings" }, save, cancel, ...(text.isOptional ? [remove] : [])),
  );
  const dialog = element("dialog", {}, form);
  if (description) field.setAttribute("aria-describedby", "what");
  const isChanged = () => field.value !== text.words;
  let isWarned = false;
  dialog.addEventListener("close", () => keepDraft(undefined));
  const submit = async (typed: string | null = field.value, isReal = false) => {
    if (save.disabled) return;
    save.disabled = true;
    alert.replaceChildren();
    const { file: at, path, block, fileHash, text: was } = text;
    const answer = await askSave({ file: at, path, block, fileHash, was, text: typed, isReal });
    save.disabled = false;
    if (!("problems" in answer)) {
      dialog.close();
      onSaved(answer, typed === null);
      return;
    }
    text = answer.now ?? text;
    if (answer.now) save.textContent = answer.now.text === was ? "Save" : "Save all the same";
    keepDraft({ ...draft, text, typed: field.value });
    alert.replaceChildren(...explain(answer, was));
    if (text.isOptional && field.value.trim() === "") alert.append(paragraph(OPTIONAL, "hint"));
    field.focus();
  };
  for (const note of more)
    note.addEventListener(
      "click",
      (event) => {
        if (!isChanged() || !(event.target instanceof HTMLButtonElement)) return;
        event.stopPropagation();
        alert.replaceChildren(paragraph("Save what you have typed first, or cancel it."));
      },
      { capture: true },
    );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  dialog.addEventListener("cancel", (event) => {
    if (isWarned || !isChanged()) return;
    event.preventDefault();
    isWarned = true;
    alert.replaceChildren(paragraph("Press Escape again to discard what you have typed."));
  });
  // A click outside: without typed changes the box closes.
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog && isOutside(event, dialog) && !isChanged()) dialog.close();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !(isOneLine || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // In other programs it begins a new line: somebody who wants one has not finished.
    if (event.shiftKey && isOneLine) alert.replaceChildren(paragraph(ONE_LINE));
    else void submit();
  });
  field.addEventListener("input", () => {
    isWarned = false;
    if (isOneLine && field.value.includes("\n")) field.value = field.value.replace(/\s*\n\s*/g, " ");
    keepDraft({ ...draft, text, typed: field.value });
  });
  showDialog(dialog, near);
  new ResizeObserver(() => keepInView(dialog)).observe(dialog);
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function explain({ problems, now }: UnsavedText, was: string): Node[] {
  const shown = problems.flatMap(({ message, hint }) => [
    paragraph(message),
    ...(hint ? [paragraph(`hint: ${hint}`, "hint")] : []),
  ]);
  if (!now) return shown;
  if (now.text === was) {
    const still = "This text is still what it was. Save again to put your words into the file as it is now.";
    return [...shown, paragraph(still, "hint")];
  }
  const says = `In ${now.file}:${now.line} it now says:`;
  return [...shown, paragraph(says), element("div", { className: "said", textContent: now.words })];
}

function isOutside({ clientX, clientY }: PointerEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** The name in the schema, or else the last step of its path. */
function nameOf({ name, path }: UnsavedEdit["text"]): string {
  const plain = name ?? plainPath(path).at(-1) ?? "";
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** A box that grows stays on the screen. */
function keepInView(dialog: HTMLElement): void {
  const room = innerHeight - dialog.getBoundingClientRect().height - GAP;
  if (Number.parseFloat(dialog.style.top) > room) dialog.style.top = `${Math.max(GAP, room)}px`;
}
