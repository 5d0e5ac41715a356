// One change that visitors notice, as lines of the table of a diff.

import type { VisibleChange } from "../publish/diff/compare/compare-pages.ts";
import { pictureName } from "../publish/diff/compare/page-files.ts";
import type { ChangedPart } from "../publish/diff/compare/text-changes.ts";
import { quote, wrap } from "./diff-text.ts";

/** The width of the labels in front of changes. */
export const LABEL = 13;

const placeOf = (change: VisibleChange): string => (change.what === "head" ? "" : change.under);

/** The heading above a change, where the change before has another one. */
export function placeLines(change: VisibleChange, last: VisibleChange | undefined, indent: string): string[] {
  const place = placeOf(change);
  const isShown = last?.what === "words" && last.isHeading && partsText(last.parts) === quote(place);
  if (place === "" || isShown || (last && place === placeOf(last))) return [];
  return wrap(`under ${quote(place)}:`, indent);
}

const labelled = (label: string, text: string, indent: string): string[] => {
  const [first = "", ...furtherLines] = wrap(text, indent + " ".repeat(LABEL));
  return [indent + label.padEnd(LABEL) + first.trimStart(), ...furtherLines];
};

export function changeLines(change: VisibleChange, indent: string): string[] {
  switch (change.what) {
    case "head": {
      const { name, before, after } = change;
      const label = name.length < LABEL ? name : "";
      return [
        ...(label === "" ? [`${indent}${name}`] : []),
        ...(before === undefined ? [] : labelled(label, quote(before), indent)),
        ...(after === undefined ? [] : labelled(before === undefined ? label : "→", quote(after), indent)),
      ];
    }
    case "words":
      return labelled(WORDS[change.kind], partsText(change.parts), indent);
    case "picture": {
      const { kind, place, before, after } = change;
      const label = place === "card" ? "share card" : "picture";
      const alts = `described as ${quote(after?.alt ?? "")}, before ${quote(before?.alt ?? "")}`;
      if (kind === "described") return labelled(label, alts, indent);
      const named = new Set(
        [before, after].map((picture) => (picture ? pictureName(picture.src) : "")).filter(Boolean),
      );
      const isReworded = before && after && before.alt !== after.alt;
      return [
        ...labelled(label, `${kind === "cropped" ? "cut differently" : kind}: ${[...named].join(" → ")}`, indent),
        ...(isReworded ? labelled("", alts, indent) : []),
      ];
    }
    case "link": {
      const { text, before, after } = change;
      if (before !== undefined && after !== undefined)
        return labelled("~ link", `${quote(text)}: ${before} → ${after}`, indent);
      return labelled(after === undefined ? "- link" : "+ link", `${quote(text)} to ${after ?? before}`, indent);
    }
  }
}

const WORDS = { added: "+ text", removed: "- text", changed: "~ text", moved: "> text moved" } as const;

/** A run of the same words is cut to its ends. */
const CONTEXT = 5;

function partsText(parts: readonly ChangedPart[]): string {
  return parts
    .map(({ state, text }, index) => {
      if (parts.length === 1) return quote(text.length > 240 ? `${text.slice(0, 240).replace(/\s+\S*$/, "")} …` : text);
      if (state === "removed") return text.replace(/^(\s*)(.*?)(\s*)$/s, "$1[-$2-]$3");
      if (state === "added") return text.replace(/^(\s*)(.*?)(\s*)$/s, "$1{+$2+}$3");
      return shorten(text, index > 0, index < parts.length - 1);
    })
    .join("");
}

function shorten(text: string, hasBefore: boolean, hasAfter: boolean): string {
  const words = text.split(/(?<=\s)/);
  const head = hasBefore ? CONTEXT : 0;
  const tail = hasAfter ? CONTEXT : 0;
  if (words.length <= head + tail + 3) return text;
  return `${words.slice(0, head).join("")}… ${tail > 0 ? words.slice(-tail).join("") : ""}`;
}
