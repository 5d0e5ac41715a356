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
export function openEditBox(draft: UnsavedEdit, { near, more = [], path, onSaved }: EditBoxOptions): void {
  const box = createBox(draft);
  const edit = startEdit(draft, box, onSaved);
  box.form.append(...introduction(draft.text, path), ...fieldRows(draft.text, box, edit), ...more);
  box.form.append(box.alert, actionRow(draft.text, box, edit));
  for (const note of more) keepFromLeaving(note, box, edit);
  saveOnSubmit(box, edit);
  saveOnEnter(box, draft.text, edit);
  followTyping(box, draft.text, edit);
  warnBeforeDiscard(box, edit);
  closeOnPressOutside(box, edit);
  box.dialog.addEventListener("close", () => keepDraft(undefined));
  showBox(box, near);
}

type ShownText = UnsavedEdit["text"];

/** What is used by several of its actions. */
interface EditBox {
  readonly dialog: HTMLDialogElement;
  readonly form: HTMLFormElement;
  readonly field: HTMLTextAreaElement;
  /** What is wrong with what was typed. */
  readonly alert: HTMLElement;
  readonly save: HTMLButtonElement;
}

function createBox({ text: { isOneLine, description }, typed }: UnsavedEdit): EditBox {
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

/** Which text it is, and where it is written. */
function introduction(text: ShownText, wholePath: string | undefined): Node[] {
  const { file, line, description } = text;
  const link = editorLink({ path: wholePath, line, column: 1 }, `${file}:${line}`);
  return [
    element("h2", { id: "name", textContent: nameOf(text) }),
    element("p", { className: "what", textContent: `${whatOf(text)}, in ` }, link),
    ...(description ? [element("p", { className: "what", id: "what", textContent: description })] : []),
  ];
}

/** The words, and what is said of them. */
function fieldRows(text: ShownText, { field }: EditBox, edit: BoxEdit): Node[] {
  const label = text.kind === "markdown" ? "Words, with their Markdown" : "Words";
  const keys = `${text.isOneLine ? "Enter" : `${COMMAND_KEY}+Enter`} saves, Escape leaves it as it is.`;
  const real = button("This is the real one", () => void edit.submit(field.value, true));
  return [
    element("label", { htmlFor: "words", textContent: label }),
    field,
    paragraph(keys, "what"),
    ...(/\{[\w.-]+\}/.test(text.text) ? [paragraph(BRACES, "what")] : []),
    ...(text.isPlaceholder ? [element("p", { className: "note" }, STAND_IN, real)] : []),
  ];
}

function actionRow({ isOptional }: ShownText, { dialog, save }: EditBox, edit: BoxEdit): Node {
  const cancel = button("Cancel", () => dialog.close());
  const remove = button("Remove this text", () => void edit.submit(null));
  return element("div", { className: "doings" }, save, cancel, ...(isOptional ? [remove] : []));
}

/** What is typed, until it is saved. */
interface BoxEdit {
  isChanged(): boolean;
  /** Keeps it for a page that is loaded again. */
  keep(): void;
  /** null removes the text. `isReal`: it is no placeholder. */
  submit(typed: string | null, isReal?: boolean): Promise<void>;
}

function startEdit(draft: UnsavedEdit, box: EditBox, onSaved: EditBoxOptions["onSaved"]): BoxEdit {
  const { dialog, field, alert, save } = box;
  let { text } = draft;
  const keep = () => keepDraft({ ...draft, text, typed: field.value });
  const refuse = (answer: UnsavedText) => {
    const was = text.text;
    text = answer.now ?? text;
    if (answer.now) save.textContent = answer.now.text === was ? "Save" : "Save all the same";
    keep();
    alert.replaceChildren(...explain(answer, was));
    if (text.isOptional && field.value.trim() === "") alert.append(paragraph(OPTIONAL, "hint"));
    field.focus();
  };
  return {
    isChanged: () => field.value !== text.words,
    keep,
    async submit(typed, isReal = false) {
      if (save.disabled) return;
      save.disabled = true;
      alert.replaceChildren();
      const { file, path, block, fileHash, text: was } = text;
      const answer = await askSave({ file, path, block, fileHash, was, text: typed, isReal });
      save.disabled = false;
      if ("problems" in answer) return refuse(answer);
      dialog.close();
      onSaved(answer, typed === null);
    },
  };
}

/** The actions of a note leave the box: not while there is something that has been typed. */
function keepFromLeaving(note: Node, { alert }: EditBox, { isChanged }: BoxEdit): void {
  const stop = (event: Event) => {
    if (!isChanged() || !(event.target instanceof HTMLButtonElement)) return;
    event.stopPropagation();
    alert.replaceChildren(paragraph("Save what you have typed first, or cancel it."));
  };
  note.addEventListener("click", stop, { capture: true });
}

function saveOnSubmit({ form, field }: EditBox, { submit }: BoxEdit): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(field.value);
  });
}

function saveOnEnter({ field, alert }: EditBox, { isOneLine }: ShownText, { submit }: BoxEdit): void {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !(isOneLine || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // In other programs it begins a new line: somebody who wants one has not finished.
    if (event.shiftKey && isOneLine) alert.replaceChildren(paragraph(ONE_LINE));
    else void submit(field.value);
  });
}

function followTyping({ field }: EditBox, { isOneLine }: ShownText, { keep }: BoxEdit): void {
  field.addEventListener("input", () => {
    if (isOneLine && field.value.includes("\n")) field.value = field.value.replace(/\s*\n\s*/g, " ");
    keep();
  });
}

/** Escape leaves what has been typed only when it is pressed twice, with nothing typed in between. */
function warnBeforeDiscard({ dialog, field, alert }: EditBox, { isChanged }: BoxEdit): void {
  let isWarned = false;
  field.addEventListener("input", () => {
    isWarned = false;
  });
  dialog.addEventListener("cancel", (event) => {
    if (isWarned || !isChanged()) return;
    event.preventDefault();
    isWarned = true;
    alert.replaceChildren(paragraph("Press Escape again to discard what you have typed."));
  });
}

function closeOnPressOutside({ dialog }: EditBox, { isChanged }: BoxEdit): void {
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog && isOutside(event, dialog) && !isChanged()) dialog.close();
  });
}

function showBox({ dialog, field }: EditBox, near: DOMRect | undefined): void {
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
function nameOf({ name, path }: ShownText): string {
  const plain = name ?? plainPath(path).at(-1) ?? "";
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** A box that grows stays on the screen. */
function keepInView(dialog: HTMLElement): void {
  const room = innerHeight - dialog.getBoundingClientRect().height - GAP;
  if (Number.parseFloat(dialog.style.top) > room) dialog.style.top = `${Math.max(GAP, room)}px`;
}
