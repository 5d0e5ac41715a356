// The typed text of a box: whether it is saved, and why not.

import { element, paragraph } from "../../serve/client/element.ts";
import type { SavedText, UnsavedText } from "../text/edit.ts";
import type { EditBox } from "./box-elements.ts";
import { askSave } from "./edit-calls.ts";
import { keepDraft, type UnsavedEdit } from "./edit-state.ts";

const OPTIONAL = "This text is optional: “Remove this text” deletes it from the file.";

/** Called when the text is saved. */
export type OnSaved = (saved: SavedText, isRemoved: boolean) => void;

/** The typed text, until it is saved. */
export interface BoxEdit {
  isChanged(): boolean;
  /** Keeps it for a page that is loaded again. */
  keep(): void;
  save(): Promise<void>;
  /** Saves it as a text that is no placeholder. */
  saveAsReal(): Promise<void>;
  /** Takes the text out of its file. */
  remove(): Promise<void>;
}

export function startEdit(draft: UnsavedEdit, box: EditBox, onSaved: OnSaved): BoxEdit {
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
  const send = async (typed: string | null, isReal: boolean) => {
    if (save.disabled) return;
    save.disabled = true;
    alert.replaceChildren();
    const { file, path, block, fileHash, text: was } = text;
    const answer = await askSave({ file, path, block, fileHash, was, text: typed, isReal });
    save.disabled = false;
    if (!answer.isDone) return refuse(answer.refusal);
    dialog.close();
    onSaved(answer.done, typed === null);
  };
  return {
    isChanged: () => field.value !== text.words,
    keep,
    save: () => send(field.value, false),
    saveAsReal: () => send(field.value, true),
    remove: () => send(null, false),
  };
}

function explain({ problems, now }: UnsavedText, was: string): Node[] {
  const rows = problems.flatMap(({ message, hint }) => [
    paragraph(message),
    ...(hint ? [paragraph(`hint: ${hint}`, "hint")] : []),
  ]);
  if (!now) return rows;
  if (now.text === was) {
    const still = "This text is still what it was. Save again to put your words into the file as it is now.";
    return [...rows, paragraph(still, "hint")];
  }
  const place = `In ${now.file}:${now.line} it now says:`;
  return [...rows, paragraph(place), element("div", { className: "said", textContent: now.words })];
}
