// Single changes as HTML, in plain words.

import { escapeHtml } from "../../../text/html-text.ts";
import type { HeadChange, LinkChange, PictureChange, ShownPicture, VisibleChange } from "../compare/compare-pages.ts";
import type { ChangedPart, WordsChange } from "../compare/text-changes.ts";
import type { Embedded } from "./embed-pages.ts";

/** The pictures of both sites. */
export type Pictures = Readonly<Record<"before" | "after", Embedded>>;

/** Changes in their order, with the heading above each group. Neighbouring new or removed texts are labelled once. */
export function changeList(changes: readonly VisibleChange[], pictures: Pictures): string {
  let last = "";
  const items = changes.map((change, index) => {
    const place = change.what === "head" ? "" : change.under;
    const isNew = place !== "" && place !== last;
    last = change.what === "words" && change.isHeading ? changeText(change) : place;
    const before = changes[index - 1];
    if (!isNew && change.what === "words" && before?.what === "words" && before.kind === change.kind)
      return `<li class="more">${textHtml(change)}</li>`;
    const head = isNew ? `<p class="place">Under “${escapeHtml(place)}”</p>` : "";
    return `<li>${head}${changeHtml(change, pictures)}</li>`;
  });
  return items.length === 0 ? "" : `<ul class="changes">${items.join("")}</ul>`;
}

/** The text of a heading for the changes below it: without removed words, unless the whole heading is removed. */
const changeText = ({ kind, parts }: WordsChange): string =>
  parts.map(({ state, text }) => (state === "removed" && kind !== "removed" ? "" : text)).join("");

function changeHtml(change: VisibleChange, pictures: Pictures): string {
  switch (change.what) {
    case "head":
      return labelled(HEAD_LABELS[change.name], replaced(change.before, change.after));
    case "words":
      return labelHtml(WORDS_LABELS[change.kind]) + textHtml(change);
    case "picture":
      return pictureHtml(change, pictures);
    case "link": {
      const { text, before, after } = change;
      const [old, next] = [before ?? "no link", after ?? "no link"].map(escapeHtml);
      return labelled(`Link “${escapeHtml(text)}” ${linkVerb(change)}`, `<del>${old}</del> <ins>${next}</ins>`);
    }
  }
}

function linkVerb({ before, after }: LinkChange): string {
  if (before === undefined) return "is new";
  return after === undefined ? "is gone" : "leads elsewhere";
}

const labelHtml = (label: string): string => (label === "" ? "" : `<span class="label">${label}</span>`);
const labelled = (label: string, html: string): string => `${labelHtml(label)}<p class="text">${html}</p>`;

const HEAD_LABELS: Readonly<Record<HeadChange["name"], string>> = {
  title: "Title in search results and tabs",
  description: "Description in search results",
  "shared title": "Title of shared links",
  "shared description": "Description of shared links",
  language: "Language",
  robots: "Note for search engines",
  "canonical address": "Main address for search engines",
};

const WORDS_LABELS: Readonly<Record<WordsChange["kind"], string>> = {
  added: "New text",
  removed: "Text that goes",
  changed: "",
  moved: "Text at another place",
};

const textHtml = ({ isHeading, parts }: WordsChange): string =>
  `<p class="text${isHeading ? " heading" : ""}">${parts.map(partHtml).join("")}</p>`;

/** Leaves blanks at the edges outside of the mark. */
function partHtml({ state, text }: ChangedPart): string {
  if (state === "same") return escapeHtml(text);
  const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  const tag = state === "added" ? "ins" : "del";
  return inner === "" ? text : `${before}<${tag}>${escapeHtml(inner)}</${tag}>${after}`;
}

const PICTURE_LABELS = {
  added: "new",
  removed: "goes",
  replaced: "another",
  cropped: "cut differently",
  moved: "at another place",
};

function pictureHtml({ kind, place, before, after }: PictureChange, pictures: Pictures): string {
  const what = place === "card" ? "Picture of shared links" : "Picture";
  if (kind === "described") return labelled(`${what}, described in other words`, replaced(before?.alt, after?.alt));
  const figure = (caption: string, picture: ShownPicture | undefined, embedded: Embedded) => {
    const alt = escapeHtml(picture?.alt ?? "");
    const uri = embedded.get(picture?.src ?? "");
    const none = picture ? escapeHtml(picture.src) : "no picture";
    const image = uri ? `<img src="${uri}" alt="${alt}">` : `<div class="none">${none}</div>`;
    return `<figure><figcaption>${caption}</figcaption>${image}${alt === "" ? "" : `<p class="alt">${alt}</p>`}</figure>`;
  };
  const figures = figure("Before", before, pictures.before) + figure("After", after, pictures.after);
  return `${labelHtml(`${what}: ${PICTURE_LABELS[kind]}`)}<div class="pair">${figures}</div>`;
}

const replaced = (before = "", after = ""): string =>
  [before && `<del>${escapeHtml(before)}</del>`, after && `<ins>${escapeHtml(after)}</ins>`]
    .filter(Boolean)
    .join("<br>");
