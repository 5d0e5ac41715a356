// A file and new values for it → the file with only what differs changed: comments, order, quotes and blank lines of all else stay. What was
// moved in a list is moved with its lines. The result is parsed and compared before it is returned.

import { isDeepStrictEqual } from "node:util";
import { parseSource } from "../content/sources/parse-source.ts";
import type { SourceFile } from "../content/sources/read-source.ts";
import type { Path } from "../content/sources/source-document.ts";
import { isMapping } from "../content/yaml/mapping.ts";
import { writeYaml } from "../content/yaml/write-yaml.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { alignItems } from "./align-items.ts";
import { isBlock } from "./block-lines.ts";
import { isCollection, nodeAt } from "./find-text.ts";
import { locateText } from "./locate-text.ts";
import { type BlockPiece, rebuildBlock } from "./rebuild-block.ts";
import { type OpenFile, openFile, rewriteFile } from "./rewrite-file.ts";
import { refused } from "./rewrite-problems.ts";
import type { Splice } from "./splice.ts";

type Values = Readonly<Record<string, unknown>>;

/** `raw` is the file's text as it is on disk; the order of keys in `values` is where new ones go. Returns EDIT_REFUSED where it cannot be done. */
export function editValues(ref: Omit<SourceFile, "text">, raw: string, values: Values): string | Diagnostic {
  const file = openFile(ref, raw);
  const { data: was, diagnostics } = parseSource(file.source);
  if (!was) return diagnostics[0] ?? refused(ref.file, "The file cannot be read.");
  // The text of a Markdown file may be empty, and is never away.
  const wanted = ref.format === "markdown" ? { ...values, body: values.body ?? "" } : values;
  const rewrite: Rewrite = { file, gone: [], problems: [] };
  const splices = fileChanges(rewrite, was, wanted);
  const unwritten = "These values cannot be written into the file as it is.";
  return rewrite.problems[0] ?? rewriteFile(file, { splices, gone: rewrite.gone }, wanted, unwritten);
}

/** A file, and what is found while its changes are. */
interface Rewrite {
  readonly file: OpenFile;
  /** Lines that go, with their comments. */
  readonly gone: string[];
  /** Why it cannot be done. */
  readonly problems: Diagnostic[];
}

/** The text below the data of a Markdown file is no key of them. */
function fileChanges(rewrite: Rewrite, was: Values, now: Values): readonly Splice[] {
  const whole = (path: Path, old: unknown, fresh: unknown) =>
    changes(rewrite, path, old, fresh) ?? refuse(rewrite, path);
  if (rewrite.file.source.format !== "markdown") return whole([], was, now);
  const { body, ...data } = was;
  const { body: text, ...values } = now;
  return [...whole([], data, values), ...whole(["body"], body, text)];
}

function refuse({ file, problems }: Rewrite, path: Path): readonly Splice[] {
  const message = `What is below "${path.join(".")}" cannot be written on its own.`;
  problems.push(refused(file.source.file, message, "open the file in an editor"));
  return [];
}

/** What changes within a value; undefined where it cannot become the other one, whose parent then replaces it as a whole. */
function changes(rewrite: Rewrite, path: Path, was: unknown, now: unknown): readonly Splice[] | undefined {
  if (isDeepStrictEqual(was, now)) return [];
  if (isMapping(was) && isMapping(now)) return partChanges(rewrite, path, was, now, alignFields(was, now));
  if (Array.isArray(was) && Array.isArray(now)) {
    const items = alignItems(was, now).map((from) => ({ from }));
    return partChanges(rewrite, path, was, now, items);
  }
  if (typeof was === "string" && typeof now === "string") return textChanges(rewrite, path, now);
  return typeof now === "object" && now !== null ? undefined : scalarChanges(rewrite, path, now);
}

function textChanges({ file, problems }: Rewrite, path: Path, now: string): readonly Splice[] {
  const located = locateText(file, { path });
  const splice = "code" in located ? located : located.splice(now);
  if (!("code" in splice)) return [splice];
  problems.push(splice);
  return [];
}

/** What is behind it on its line stays. */
function scalarChanges({ file }: Rewrite, path: Path, now: unknown): readonly Splice[] | undefined {
  const [holder, node] = [path.slice(0, -1), path].map((each) => nodeAt(file.parts.yaml?.root, each));
  if (node?.kind !== "scalar" || isBlock(node.style) || node.start === node.end) return undefined;
  if (!isCollection(holder) || holder.isFlow || String(now).includes("\n")) return undefined;
  return [{ start: node.start, end: node.end, text: writeYaml(now) }];
}

/** A field or an item that there will be; `from` is its position before. */
type AlignedPart = Pick<BlockPiece, "key" | "from">;

function partChanges(rewrite: Rewrite, path: Path, was: object, now: object, parts: readonly AlignedPart[]) {
  const before = Object.entries(was);
  if (before.length === 0 || parts.length === 0) return undefined;
  const pieces = parts.map(({ key, from }, index): BlockPiece => {
    const value = (now as Values)[key ?? index];
    const [step = "", old] = before[from ?? -1] ?? [];
    const splices = from === undefined ? undefined : changes(rewrite, [...path, step], old, value);
    return { key, from, value, splices };
  });
  const isInPlace = ({ key, from, splices }: BlockPiece, index: number) =>
    from === index && splices !== undefined && (key ?? `${index}`) === before[index]?.[0];
  if (pieces.length === before.length && pieces.every(isInPlace)) return pieces.flatMap(({ splices = [] }) => splices);
  const { yaml } = rewrite.file.parts;
  const node = nodeAt(yaml?.root, path);
  const rebuilt = yaml && isCollection(node) && rebuildBlock(node, yaml.text, pieces, node === yaml.root);
  if (!rebuilt) return refuse(rewrite, path);
  rewrite.gone.push(...rebuilt.gone);
  return [rebuilt.splice];
}

/**
 * Keys stay in their order; a new one goes behind the key that it follows in the new values. One in the place of another, with its
 * value, is that one under a new name.
 */
function alignFields(was: Values, now: Values): AlignedPart[] {
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
  return keys.map((key) => ({ key, from: names.includes(key) ? names.indexOf(key) : undefined }));
}
