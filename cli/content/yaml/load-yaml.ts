// Text → its value, by js-yaml. A file whose text or value might mean something else than its author thinks is left to the caller, which
// reads it with `yaml`, with positions, and reports what it finds.
import { load } from "js-yaml";
import { hasHidden } from "./hidden-characters.ts";
import type { Path } from "./source-document.ts";

/**
 * Text that `yaml` has to look at: tags, anchors, aliases, keys with a question mark, comments behind a value, tabs, line ends of old Macs,
 * block texts with a stated indentation, marks of documents, blanks without a line end at the end, escaped line breaks, and a list in line
 * with its key, where js-yaml takes a key behind a closed item for one of the block around it.
 */
const UNUSUAL_TEXT = new RegExp(
  [
    /(?:^|[:\-[{,])[ ]*(?:!|[&*][^ ]|\?(?:[ \r]|$))/,
    /\S[ ]+#(?![ ]*placeholder\b)/,
    /[:\-[{,]#/,
    /\t|\r(?!\n)|[|>][+-]?\d/,
    /^%|^\.\.\.|^[ ]+---|\n[ ]+(?![\s\S])|\\\r?$/,
    /^([ ]*)(?![ ]|-[ ]|#)[^\n]*:[ ]*(?:#[^\n]*)?\r?\n(?:[ ]*(?:#[^\n]*)?\r?\n)*\1-(?:[ ]|\r?$)/,
    /^[ ]*-[ ][^\n]*:[ ]*(?:#[^\n]*)?\r?\n(?:[ ]*(?:#[^\n]*)?\r?\n)*[ ]*-(?:[ ]|\r?$)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "im",
);
/**
 * Text between curly quotes or with a glued dash at its start, a lost dash in it, a lone quote at its end, or a number that is out of
 * range.
 */
const UNUSUAL_VALUE = /^[“”„].*[“”]$|^‘.*[’‘]$|^-[^\s\d.-]|\s-\s|^[^"]*[^\s\d"]"$|^[-+]?[\d.]+e[-+]?\d+$/is;
const USUAL_KEY = /^(?!null$)[a-z_][\w-]*$/i;

/** The mapping of an ordinary text; undefined for all others. */
export function loadOrdinary(text: string): Record<string, unknown> | undefined {
  if (hasHidden(text) || UNUSUAL_TEXT.test(text)) return undefined;
  try {
    const value = load(text);
    const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
    return isMapping && isUsual(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isUsual(value: unknown): boolean {
  if (typeof value === "string") return !UNUSUAL_VALUE.test(value);
  if (Array.isArray(value)) return value.every(isUsual);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => USUAL_KEY.test(key) && isUsual(inner));
}

/**
 * Where js-yaml reads another value than `yaml` did: which of the two was meant is for the author to say. undefined where it refuses the
 * text.
 */
export function findDifference(text: string, data: unknown): Path | undefined {
  try {
    return pathOfDifference(data, load(text), []);
  } catch {
    return undefined;
  }
}

function pathOfDifference(one: unknown, other: unknown, path: Path): Path | undefined {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return Object.is(one, other) ? undefined : path;
  const keys = Object.keys(one);
  if (keys.join("\n") !== Object.keys(other).join("\n")) return path;
  for (const key of keys) {
    const step = Array.isArray(one) ? Number(key) : key;
    const found = pathOfDifference(Reflect.get(one, key), Reflect.get(other, key), [...path, step]);
    if (found) return found;
  }
  return undefined;
}
