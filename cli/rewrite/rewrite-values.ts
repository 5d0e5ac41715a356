// A file and new values for it → the file with only what differs changed: comments, order, quotes and blank lines of all else stay. What was
// moved in a list is moved with its lines. The result is parsed and compared before it is returned.

import { isDeepStrictEqual } from "node:util";
import { parseSource } from "../content/sources/parse-source.ts";
import type { SourceFile } from "../content/sources/read-source.ts";
import type { Path } from "../content/sources/source-document.ts";
import { isMapping } from "../content/yaml/mapping.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { alignItems } from "./align-items.ts";
import { type BlockPiece, rebuildBlock } from "./rebuild-block.ts";
import { refused } from "./rewrite-problems.ts";
import { commentsOf, type EditedSource, openSource, sourceOfRaw, withValue } from "./rewrite-text.ts";

type Values = Readonly<Record<string, unknown>>;

/** `raw` is the file's text as it is on disk; the order of keys in `values` is where new ones go. Returns EDIT_REFUSED where it cannot be done. */
export function editValues(ref: Omit<SourceFile, "text">, raw: string, values: Values): string | Diagnostic {
  const { data: was, diagnostics } = parseSource(sourceOfRaw(ref, raw));
  if (!was) return diagnostics[0] ?? refused(ref.file, "The file cannot be read.");
  // The text of a Markdown file may be empty, and is never away.
  const wanted = ref.format === "markdown" ? { ...values, body: values.body ?? "" } : values;
  const edited = changeFile({ ref, raw, lost: [] }, was, wanted);
  if ("code" in edited) return edited;
  const isKept =
    edited.raw === raw ||
    hasComments(commentsOf(sourceOfRaw(ref, edited.raw)), commentsOf(sourceOfRaw(ref, raw)), edited.lost);
  if (isKept && isDeepStrictEqual(parseSource(sourceOfRaw(ref, edited.raw)).data, wanted)) return edited.raw;
  return refused(ref.file, "These values cannot be written into the file as it is.", "open the file in an editor");
}

/** Takes a text out, with its line. Returns EDIT_REFUSED where it cannot be done. */
export function removeText(ref: Omit<SourceFile, "text">, raw: string, path: Path): EditedSource | Diagnostic {
  const { source, locate } = openSource(ref, raw);
  const located = locate({ path });
  if ("code" in located) return located;
  const { line } = located;
  const isBody = ref.format === "markdown" && path[0] === "body";
  const values = parseSource(source).data ?? {};
  const edited = isBody ? undefined : editValues(ref, raw, withValue(values, path, null));
  if (typeof edited === "string") return { raw: edited, source: sourceOfRaw(ref, edited), line };
  return refused(ref.file, "This text cannot be removed on its own.", "open the file in an editor", line);
}

/** Whether all comments are there but those of lines that are gone. */
function hasComments(now: readonly string[], before: readonly string[], lost: readonly string[]): boolean {
  const left = [...now];
  return before.every((comment) => {
    const at = left.indexOf(comment);
    if (at === -1) return lost.some((text) => text.includes(comment));
    left.splice(at, 1);
    return true;
  });
}

/** A file on its way, and the lines that have gone from it. */
interface Edited {
  readonly ref: Omit<SourceFile, "text">;
  readonly raw: string;
  readonly lost: readonly string[];
}

/** The text below the data of a Markdown file is no key of them. */
function changeFile(file: Edited, was: Values, now: Values): Edited | Diagnostic {
  if (file.ref.format !== "markdown") return change(file, [], was, now);
  const [{ body, ...data }, { body: text, ...values }] = [was, now];
  const edited = change(file, [], data, values);
  return "code" in edited ? edited : change(edited, ["body"], body, text);
}

function change(file: Edited, path: Path, was: unknown, now: unknown): Edited | Diagnostic {
  if (isDeepStrictEqual(was, now)) return file;
  if (isMapping(was) && isMapping(now)) return changeAll(file, path, was, now, mappingPieces(was, now));
  if (Array.isArray(was) && Array.isArray(now)) return changeAll(file, path, was, now, listPieces(was, now));
  const source = openSource(file.ref, file.raw);
  if (typeof was === "string" && typeof now === "string") {
    const edited = source.edit({ path, was, text: now });
    return "code" in edited ? edited : { ...file, raw: edited.raw };
  }
  throw new Error("A value of another kind is written by what holds it.");
}

/** First the keys or items that there will be, with the values of before; then, one by one, what these have become. */
function changeAll(
  file: Edited,
  path: Path,
  was: object,
  now: object,
  pieces: readonly BlockPiece[],
): Edited | Diagnostic {
  const before = Object.entries(was);
  const isRebuilt =
    pieces.length !== before.length ||
    pieces.some(
      (piece, index) => piece.from !== index || "value" in piece || (piece.key ?? `${index}`) !== before[index]?.[0],
    );
  let current: Edited | Diagnostic = file;
  if (isRebuilt) {
    const { yaml } = openSource(file.ref, file.raw);
    const rebuilt = yaml && rebuildBlock(yaml, path, pieces);
    if (!yaml || !rebuilt) {
      const message = `What is below "${path.join(".")}" cannot be written on its own.`;
      return refused(file.ref.file, message, "open the file in an editor");
    }
    current = { ...file, raw: yaml.fileWith([rebuilt.splice]), lost: [...file.lost, ...rebuilt.lost] };
  }
  for (const [index, { key, from, ...piece }] of pieces.entries()) {
    if ("code" in current || from === undefined || "value" in piece) continue;
    const step = key ?? index;
    current = change(current, [...path, step], before[from]?.[1], (now as Values)[step]);
  }
  return current;
}

/** Whether a value can become the other without being rewritten. */
const isWrittenAnew = (was: unknown, now: unknown): boolean => {
  if (isDeepStrictEqual(was, now)) return false;
  const isFilled = (value: object) => Object.keys(value).length > 0;
  if (isMapping(was) && isMapping(now)) return !isFilled(was) || !isFilled(now);
  if (Array.isArray(was) && Array.isArray(now)) return !isFilled(was) || !isFilled(now);
  return typeof was !== "string" || typeof now !== "string";
};

const pieceOf = (from: number | undefined, was: unknown, value: unknown, key?: string): BlockPiece => ({
  key,
  from,
  ...((from === undefined || isWrittenAnew(was, value)) && { value }),
});

const listPieces = (was: readonly unknown[], now: readonly unknown[]): BlockPiece[] =>
  alignItems(was, now).map((from, index) => pieceOf(from, was[from ?? 0], now[index]));

/**
 * Keys stay in their order; a new one goes behind the key that it follows in the new values. One in the place of another, with its
 * value, is that one under a new name.
 */
function mappingPieces(was: Values, now: Values): BlockPiece[] {
  const before = Object.keys(was);
  const after = Object.keys(now);
  const nameOf = (key: string, index: number): string => {
    const name = after[index];
    if (name === undefined || Object.hasOwn(now, key) || Object.hasOwn(was, name)) return key;
    return isDeepStrictEqual(was[key], now[name]) ? name : key;
  };
  const names = before.map(nameOf);
  const keys = names.filter((key) => Object.hasOwn(now, key));
  for (const [index, key] of after.entries()) {
    if (keys.includes(key)) continue;
    const follows = after.slice(0, index).findLast((other) => keys.includes(other));
    keys.splice(follows === undefined ? 0 : keys.indexOf(follows) + 1, 0, key);
  }
  return keys.map((key) => {
    const from = names.indexOf(key);
    return from === -1
      ? pieceOf(undefined, undefined, now[key], key)
      : pieceOf(from, was[before[from] ?? ""], now[key], key);
  });
}
