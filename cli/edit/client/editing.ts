// Runs in pages whose texts can be changed: everything that runs in watched pages, and a click on words opens their text for editing. The
// text is saved in its file, and the page is updated from there.
import "./finding.ts";
import { sentenceOf } from "../../diagnostics/diagnostic.ts";
import { editorLink } from "../../serve/client/editor-link.ts";
import { button, element, paragraph } from "../../serve/client/element.ts";
import { followHeight } from "../../serve/client/overlay.ts";
import type { SavedText } from "../text/edit.ts";
import { createEditBar } from "./edit-bar.ts";
import { openEditBox } from "./edit-box.ts";
import { askText } from "./edit-calls.ts";
import { pickTexts } from "./edit-pick.ts";
import { isEditingOn, keepDraft, storedDraft } from "./edit-state.ts";
import { NOT_FOUND, showResult } from "./find-panel.ts";
import { locateWords } from "./locate-words.ts";
import { type FoundWords, isText, lookUp, unmappedOf } from "./mapped-page.ts";
import { hideOutline } from "./picker.ts";
import { type Point, pointed } from "./pointed-at.ts";
import { showTextList } from "./text-list.ts";
import { root } from "./tools-host.ts";

pickTexts({ isOn: () => isEditingOn() && !root.querySelector("dialog"), choose });
const bar = createEditBar({
  onList: () => void showTextList((text) => void edit(text, [text], undefined)),
  onTurn: hideOutline,
});
followHeight(bar.standAbove);

async function choose(target: Element, point?: Point): Promise<void> {
  const at = pointed(target, point);
  const page = await lookUp();
  const { matches, reason } = locateWords(page, at);
  const chosen = chooseText(matches);
  if (chosen) return edit(chosen, matches, at?.box);
  const sentences = [reason ?? "No text of the content can be changed here.", ...unmappedOf(page)];
  showResult({ title: NOT_FOUND, sentences, matches }, point);
}

const SAVED_JUST_NOW = "Its file has just been saved. Try again in a moment.";

const pointOf = (box: DOMRect | undefined): Point | undefined => box && { x: box.left, y: box.bottom };

const isShared = ({ origin }: FoundWords) => /(?:^|\/)site\.yaml$/.test(origin.file);

/** The text of the page rather than a token in it, whose text is on other pages too. */
function chooseText(matches: readonly FoundWords[]): FoundWords | undefined {
  const texts = matches.filter(isText);
  return texts.find((each) => !isShared(each)) ?? texts.at(-1);
}

async function edit(chosen: FoundWords, matches: readonly FoundWords[], near: DOMRect | undefined): Promise<void> {
  const { origin, path, fileHash } = chosen;
  const answer = await askText(origin);
  if (!answer.isDone) {
    const sentences = answer.refusal.problems.flatMap(({ message, hint }) => (hint ? [message, hint] : [message]));
    return showResult({ title: "This text cannot be changed here", sentences, matches }, pointOf(near));
  }
  const text = answer.done;
  if (text.fileHash !== fileHash)
    return showResult({ title: "The page is changing", sentences: [SAVED_JUST_NOW], matches }, pointOf(near));
  const notes = [...(isShared(chosen) ? [sharedNote(origin.file)] : []), ...otherNotes(chosen, matches, near)];
  openEditBox({ text, typed: text.words }, { near, notes, path, onSaved });
}

const sharedNote = (file: string) => paragraph(`These words are in ${file} and are used on many pages.`, "note");

/** Other texts under the pointer: that of a token, the file of a picture. */
function otherNotes(chosen: FoundWords, matches: readonly FoundWords[], near: DOMRect | undefined): HTMLElement[] {
  return matches
    .filter((each) => each !== chosen)
    .map((each) => {
      const { origin, words, path } = each;
      const place = `${origin.file}:${origin.line}`;
      if (!isText(each))
        return element("p", { className: "note" }, "The picture is named in ", editorLink({ ...origin, path }, place));
      const where = `“${words.trim()}” is in ${place}${isShared(each) ? " and is used on many pages" : ""}. `;
      return element(
        "p",
        { className: "note" },
        where,
        button("Change it there", () => void edit(each, matches, near)),
      );
    });
}

function onSaved({ file, line, history, isPlaceholder, remaining, warnings }: SavedText, isRemoved: boolean): void {
  const sentences = [`${isRemoved ? "Removed from" : "Saved in"} ${file}:${line}.`, ...warnings.map(sentenceOf)];
  if (isPlaceholder) sentences.push("It is still marked as a placeholder there.");
  if (remaining.length > 0) sentences.push("The file has mistakes elsewhere.");
  bar.reportWritten(sentences.join(" "), history);
}

/** Undo and redo by their usual keys, which in a field undo typing. */
addEventListener("keydown", (event) => {
  const [target] = event.composedPath();
  const isField = target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
  if (!isEditingOn() || isField || root.querySelector("dialog") || event.altKey || !(event.ctrlKey || event.metaKey))
    return;
  const key = event.key.toLowerCase();
  if (key !== "z" && (key !== "y" || event.shiftKey)) return;
  event.preventDefault();
  void bar.step(key === "y" || event.shiftKey ? "redo" : "undo");
});

/** Opens the box again that was open before a reload, with the typed text. */
function resume(): void {
  const draft = storedDraft();
  if (draft && isEditingOn()) openEditBox(draft, { onSaved });
  else keepDraft(undefined);
}
resume();
