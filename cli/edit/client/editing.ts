// Runs in pages whose texts can be changed: everything that runs in watched pages, and a click on words opens them for editing. The text in
// its file is edited; the page is updated when the file is saved.

import { editorLink } from "../../serve/client/editor-link.ts";
import { element } from "../../serve/client/element.ts";
import { overlay } from "../../serve/client/live.ts";
import type { SavedText } from "../text/edit.ts";
import { createEditBar, sentenceOf } from "./edit-bar.ts";
import { openEditBox } from "./edit-box.ts";
import { askText } from "./edit-calls.ts";
import { openTextList } from "./edit-list.ts";
import { pickTexts } from "./edit-pick.ts";
import { keepDraft, keptDraft } from "./edit-state.ts";
import { NOT_FOUND } from "./find-panel.ts";
import { picker, root, showResult, words } from "./finding.ts";
import type { FoundWords } from "./locate-words.ts";
import type { Point } from "./pointed-at.ts";

pickTexts(words, picker, { isOn: () => bar.isOn() && !root.querySelector("dialog"), choose });
const bar = createEditBar(root, { onList: listTexts, onTurn: picker.hide });
overlay.follow(bar.standAbove);

async function choose(target: Element, point?: Point): Promise<void> {
  const near = words.pointed(target, point)?.box;
  const { found, reason } = await words.locate(target, point);
  const chosen = chooseText(found);
  if (chosen) return edit(chosen, found, near);
  const sentences = [reason ?? "No text of the content can be changed here.", ...(await words.unmapped())];
  showResult({ title: NOT_FOUND, sentences, found }, point);
}

async function listTexts(): Promise<void> {
  const texts = (await words.all()).filter(isText);
  openTextList(root, texts, (text) => edit(text, [text], undefined));
}

const SAVED_JUST_NOW = "Its file has just been saved. Try again in a moment.";

const pointOf = (box: DOMRect | undefined): Point | undefined => box && { x: box.left, y: box.bottom };

const isText = ({ origin }: FoundWords) => origin.kind !== "image";

const isShared = ({ origin }: FoundWords) => /(?:^|\/)site\.yaml$/.test(origin.file);

/** The text of the page rather than a token in it, whose text is on other pages too. */
function chooseText(found: readonly FoundWords[]): FoundWords | undefined {
  const texts = found.filter(isText);
  return texts.find((each) => !isShared(each)) ?? texts.at(-1);
}

async function edit(chosen: FoundWords, found: readonly FoundWords[], near: DOMRect | undefined): Promise<void> {
  const { origin, path, fileHash } = chosen;
  const text = await askText(origin);
  if ("problems" in text) {
    const sentences = text.problems.flatMap(({ message, hint }) => (hint ? [message, hint] : [message]));
    return showResult({ title: "This text cannot be changed here", sentences, found }, pointOf(near));
  }
  if (text.fileHash !== fileHash)
    return showResult({ title: "The page is changing", sentences: [SAVED_JUST_NOW], found }, pointOf(near));
  const more = [...(isShared(chosen) ? [sharedNote(origin.file)] : []), ...others(chosen, found, near)];
  openEditBox(root, { text, typed: text.words }, { near, more, path, onSaved });
}

const placeOf = ({ origin: { line, column }, path }: FoundWords) => ({
  ...(path !== undefined && { path }),
  line,
  column,
});

const sharedNote = (file: string) =>
  element("p", { className: "note", textContent: `These words are in ${file} and are used on many pages.` });

/** What else is under the pointer: the text of a token, the file of a picture. */
function others(chosen: FoundWords, found: readonly FoundWords[], near: DOMRect | undefined): HTMLElement[] {
  return found
    .filter((each) => each !== chosen)
    .map((each) => {
      const { origin, words: shown } = each;
      const place = `${origin.file}:${origin.line}`;
      if (!isText(each))
        return element("p", { className: "note" }, "The picture is named in ", editorLink(placeOf(each), place));
      const where = isShared(each)
        ? `“${shown.trim()}” is in ${place} and is used on many pages. `
        : `“${shown.trim()}” is in ${place}. `;
      const button = element("button", { type: "button", textContent: "Change it there" });
      button.addEventListener("click", () => void edit(each, found, near));
      return element("p", { className: "note" }, where, button);
    });
}

function onSaved({ file, line, history, isPlaceholder, remaining, warnings }: SavedText, isRemoved: boolean): void {
  const said = [`${isRemoved ? "Removed from" : "Saved in"} ${file}:${line}.`, ...warnings.map(sentenceOf)];
  if (isPlaceholder) said.push("It is still marked as a placeholder there.");
  if (remaining.length > 0) said.push("The file has mistakes elsewhere.");
  bar.reportWritten(said.join(" "), history);
}

/** The keys that undo everywhere: in a field they undo typing. */
addEventListener("keydown", (event) => {
  const [target] = event.composedPath();
  const isField = target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
  if (!bar.isOn() || isField || root.querySelector("dialog") || event.altKey || !(event.ctrlKey || event.metaKey))
    return;
  const key = event.key.toLowerCase();
  if (key !== "z" && (key !== "y" || event.shiftKey)) return;
  event.preventDefault();
  void bar.step(key === "y" || event.shiftKey ? "redo" : "undo");
});

/** After a reload with an open box: the typed text is restored. */
function resume(): void {
  const draft = keptDraft();
  if (draft && bar.isOn()) openEditBox(root, draft, { onSaved });
  else keepDraft(undefined);
}
resume();
