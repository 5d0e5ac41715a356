// Single changes as HTML, in the words of people who do not make sites.
import { escapeHtml } from "../../../render/head-html.ts";
import type { HeadChange, LinkChange, PictureChange, VisibleChange } from "../compare-pages.ts";
import type { TextPart, WordsChange } from "../text-changes.ts";
import type { Embedded } from "./embed-pages.ts";

/** Of both sites. */
export type Pictures = Readonly<Record<"before" | "after", Embedded>>;

/** Changes in their order, with the heading that each group of them is under. Texts that come or go together are labelled once. */
export function changeList(changes: readonly VisibleChange[], pictures: Pictures): string {
  let last = "";
  const items = changes.map((change, index) => {
    const place = change.what === "head" ? "" : change.under;
    const isNew = place !== "" && place !== last;
    last = change.what === "words" && change.isHeading ? textOf(change) : place;
    const before = changes[index - 1];
    if (!isNew && change.what === "words" && before?.what === "words" && before.kind === change.kind)
      return `<li class="more">${textHtml(change)}</li>`;
    const head = isNew ? `<p class="place">Under “${escapeHtml(place)}”</p>` : "";
    return `<li>${head}${changeHtml(change, pictures)}</li>`;
  });
  return items.length === 0 ? "" : `<ul class="changes">${items.join("")}</ul>`;
}

/** Of a heading that goes, what follows is still under it. */
const textOf = ({ kind, parts }: WordsChange): string =>
  parts.map(({ state, text }) => (state === "removed" && kind !== "removed" ? "" : text)).join("");

function changeHtml(change: VisibleChange, pictures: Pictures): string {
  switch (change.what) {
    case "head":
      return headHtml(change);
    case "words":
      return wordsHtml(change);
    case "picture":
      return pictureHtml(change, pictures);
    case "link":
      return linkHtml(change);
  }
}

const HEAD_LABELS: Readonly<Record<HeadChange["name"], string>> = {
  title: "Title in search results and tabs",
  description: "Description in search results",
  "shared title": "Title of shared links",
  "shared description": "Description of shared links",
  language: "Language",
  robots: "Note for search engines",
  "canonical address": "Main address for search engines",
};

function headHtml({ name, before, after }: HeadChange): string {
  return `<span class="label">${HEAD_LABELS[name]}</span><p class="text">${replaced(before, after)}</p>`;
}

const WORDS_LABELS: Readonly<Record<WordsChange["kind"], string>> = {
  added: "New text",
  removed: "Text that goes",
  changed: "",
  moved: "Text at another place",
};

function wordsHtml(change: WordsChange): string {
  const label = WORDS_LABELS[change.kind];
  return `${label === "" ? "" : `<span class="label">${label}</span>`}${textHtml(change)}`;
}

const textHtml = ({ isHeading, parts }: WordsChange): string =>
  `<p class="text${isHeading ? " heading" : ""}">${parts.map(partHtml).join("")}</p>`;

/** A blank at the edge of what is marked would be marked, too. */
function partHtml({ state, text }: TextPart): string {
  if (state === "same") return escapeHtml(text);
  const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  const tag = state === "added" ? "ins" : "del";
  return words === "" ? text : `${before}<${tag}>${escapeHtml(words)}</${tag}>${after}`;
}

function pictureHtml({ kind, place, before, after }: PictureChange, pictures: Pictures): string {
  const what = place === "card" ? "Picture of shared links" : "Picture";
  if (kind === "described") {
    const words = replaced(before?.alt, after?.alt);
    return `<span class="label">${what}, described in other words</span><p class="text">${words}</p>`;
  }
  const label = {
    added: "New",
    removed: "Goes",
    replaced: "Another",
    cropped: "Cut differently",
    moved: "At another place",
  }[kind];
  const shown = (side: "before" | "after") => {
    const picture = side === "before" ? before : after;
    const caption = `<figcaption>${side === "before" ? "Before" : "After"}</figcaption>`;
    if (!picture) return `<figure>${caption}<div class="none">no picture</div></figure>`;
    const uri = pictures[side].get(picture.src);
    const alt = picture.alt === "" ? "" : `<p class="alt">${escapeHtml(picture.alt)}</p>`;
    const image = uri
      ? `<img src="${uri}" alt="${escapeHtml(picture.alt)}">`
      : `<div class="none">${escapeHtml(picture.src)}</div>`;
    return `<figure>${caption}${image}${alt}</figure>`;
  };
  return `<span class="label">${what}: ${label.toLowerCase()}</span><div class="pair">${shown("before")}${shown("after")}</div>`;
}

const replaced = (before = "", after = ""): string =>
  [before && `<del>${escapeHtml(before)}</del>`, after && `<ins>${escapeHtml(after)}</ins>`]
    .filter(Boolean)
    .join("<br>");

function linkHtml({ text, before, after }: LinkChange): string {
  const [old, next] = [before ?? "no link", after ?? "no link"];
  const what = before === undefined ? "is new" : after === undefined ? "is gone" : "leads elsewhere";
  return `<span class="label">Link “${escapeHtml(text)}” ${what}</span><p class="text"><del>${escapeHtml(old)}</del> <ins>${escapeHtml(next)}</ins></p>`;
}
