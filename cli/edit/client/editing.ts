// Runs in pages whose texts can be changed: everything that runs in watched pages, and a click on words opens them for editing. The text in
// its file is edited; the page is updated when the file is saved.
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
import { type FoundWords, locateWords, lookUp, textsOf, unmappedOf } from "./locate-words.ts";
import { hideOutline } from "./picker.ts";
import { type Point, pointed } from "./pointed-at.ts";
import { onOneLine, whatOf } from "./text-names.ts";
import { root, showDialog } from "./tools-host.ts";

pickTexts({ isOn: () => isEditingOn() && !root.querySelector("dialog"), choose });
const bar = createEditBar({ onList: listTexts, onTurn: hideOutline });
followHeight(bar.standAbove);

async function choose(target: Element, point?: Point): Promise<void> {
  const at = pointed(target, point);
  const known = await lookUp();
  const { found, reason } = locateWords(known, at);
  const chosen = chooseText(found);
  if (chosen) return edit(chosen, found, at?.box);
  const sentences = [reason ?? "No text of the content can be changed here.", ...unmappedOf(known)];
  showResult({ title: NOT_FOUND, sentences, found }, point);
}

/** All texts of the page in a list, for keyboard users and for what cannot be clicked, such as the page's title. */
async function listTexts(): Promise<void> {
  const filter = element("input", { id: "filter", type: "search", autocomplete: "off" });
  const rows = textsOf(await lookUp())
    .filter(isText)
    .map((text) => {
      const { origin, isPlaceholder } = text;
      const words = onOneLine(text.words);
      const where = `${origin.file}:${origin.line} ${whatOf(origin)}${isPlaceholder ? ", a placeholder" : ""}`;
      const choice = button(words, () => {
        dialog.close();
        void edit(text, [text], undefined);
      });
      choice.append(element("span", { className: "what", textContent: where }));
      return { row: element("li", {}, choice), words: `${words} ${isPlaceholder ? "placeholder" : ""}`.toLowerCase() };
    });
  const dialog = element(
    "dialog",
    {},
    element("h2", { id: "name", textContent: "Texts of this page" }),
    element("label", { htmlFor: "filter", textContent: "Words to look for, or “placeholder”" }),
    filter,
    element("ul", {}, ...rows.map(({ row }) => row)),
  );
  filter.addEventListener("input", () => {
    const wanted = filter.value.trim().toLowerCase();
    for (const { row, words } of rows) row.hidden = !words.includes(wanted);
  });
  showDialog(dialog);
  filter.focus();
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
  openEditBox({ text, typed: text.words }, { near, more, path, onSaved });
}

const sharedNote = (file: string) => paragraph(`These words are in ${file} and are used on many pages.`, "note");

/** Other texts under the pointer: that of a token, the file of a picture. */
function others(chosen: FoundWords, found: readonly FoundWords[], near: DOMRect | undefined): HTMLElement[] {
  return found
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
        button("Change it there", () => void edit(each, found, near)),
      );
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
  if (!isEditingOn() || isField || root.querySelector("dialog") || event.altKey || !(event.ctrlKey || event.metaKey))
    return;
  const key = event.key.toLowerCase();
  if (key !== "z" && (key !== "y" || event.shiftKey)) return;
  event.preventDefault();
  void bar.step(key === "y" || event.shiftKey ? "redo" : "undo");
});

/** After a reload with an open box: the typed text is restored. */
function resume(): void {
  const draft = storedDraft();
  if (draft && isEditingOn()) openEditBox(draft, { onSaved });
  else keepDraft(undefined);
}
resume();
