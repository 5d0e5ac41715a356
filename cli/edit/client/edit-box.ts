// The box in which one text is changed: what opens, saves and closes it.

import { paragraph } from "../../serve/client/element.ts";
import { type BoxEdit, type OnSaved, startEdit } from "./box-edit.ts";
import {
  actionRow,
  createBox,
  type EditBox,
  type EditedText,
  fieldRows,
  introduction,
  showBox,
} from "./box-elements.ts";
import { keepDraft, type UnsavedEdit } from "./edit-state.ts";

interface EditBoxOptions {
  /** Where on the screen the text is; without it the box is in the middle. */
  readonly near?: DOMRect | undefined;
  /** Notes with actions, below the text. */
  readonly notes?: readonly Node[];
  /** The whole path of the file, for editors. */
  readonly path?: string | undefined;
  readonly onSaved: OnSaved;
}

const ONE_LINE = "This text has one line. Enter alone saves it.";

/** Opens it; it closes when the text is saved or the edit is cancelled. */
export function openEditBox(draft: UnsavedEdit, { near, notes = [], path, onSaved }: EditBoxOptions): void {
  const box = createBox(draft);
  const edit = startEdit(draft, box, onSaved);
  box.form.append(...introduction(draft.text, path), ...fieldRows(draft.text, box, edit.saveAsReal), ...notes);
  box.form.append(box.alert, actionRow(draft.text, box, edit.remove));
  for (const note of notes) keepFromLeaving(note, box, edit);
  saveOnSubmit(box, edit);
  saveOnEnter(box, draft.text, edit);
  followTyping(box, draft.text, edit);
  warnBeforeDiscard(box, edit);
  closeOnPressOutside(box, edit);
  box.dialog.addEventListener("close", () => keepDraft(undefined));
  showBox(box, near);
}

/** The actions of a note leave the box. They wait until the typed text is saved or cancelled. */
function keepFromLeaving(note: Node, { alert }: EditBox, { isChanged }: BoxEdit): void {
  const stop = (event: Event) => {
    if (!isChanged() || !(event.target instanceof HTMLButtonElement)) return;
    event.stopPropagation();
    alert.replaceChildren(paragraph("Save what you have typed first, or cancel it."));
  };
  note.addEventListener("click", stop, { capture: true });
}

function saveOnSubmit({ form }: EditBox, { save }: BoxEdit): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void save();
  });
}

function saveOnEnter({ field, alert }: EditBox, { isOneLine }: EditedText, { save }: BoxEdit): void {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !(isOneLine || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // In other programs Shift+Enter begins a new line: the person has not finished.
    if (event.shiftKey && isOneLine) alert.replaceChildren(paragraph(ONE_LINE));
    else void save();
  });
}

function followTyping({ field }: EditBox, { isOneLine }: EditedText, { keep }: BoxEdit): void {
  field.addEventListener("input", () => {
    if (isOneLine && field.value.includes("\n")) field.value = field.value.replace(/\s*\n\s*/g, " ");
    keep();
  });
}

/** Escape discards the typed text only when it is pressed twice, with nothing typed in between. */
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

function isOutside({ clientX, clientY }: PointerEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
