// A file and new values for it → the file with only what differs changed: comments, order, quotes and blank lines of all else stay. What was
// moved in a list is moved with its lines. The result is parsed and compared before it is returned.

import { isDeepStrictEqual } from "node:util";
import { parseSource } from "../content/sources/parse-source.ts";
import type { SourceFile } from "../content/sources/read-source.ts";
import type { Path } from "../content/sources/source-document.ts";
import { isMapping } from "../content/yaml/mapping.ts";
import { writeYaml } from "../content/yaml/write-yaml.ts";
import { fieldOf } from "../content/yaml/yaml-tree.ts";
import { type Diagnostic, isProblem } from "../diagnostics/diagnostic.ts";
import { type AlignedPart, alignFields, alignItems } from "./align-parts.ts";
import { type Collection, isCollection, locateScalar, nodeAt, type ScalarValue } from "./locate-text.ts";
import { type OpenFile, openFile } from "./open-file.ts";
import { type BlockPiece, rebuildBlock } from "./rebuild-block.ts";
import { rewriteFile } from "./rewrite-file.ts";
import { IN_EDITOR, refused } from "./rewrite-problems.ts";
import type { Splice } from "./splice.ts";

type Values = Readonly<Record<string, unknown>>;

/** `raw` is the file's text as it is on disk; the order of keys in `values` is where new ones go. Returns EDIT_REFUSED where it cannot be done. */
export function editValues(ref: Omit<SourceFile, "text">, raw: string, values: Values): string | Diagnostic {
  const file = openFile(ref, raw);
  const { data: was, diagnostics } = parseSource(file.source);
  if (!was) return diagnostics[0] ?? refused(ref.file, "The file cannot be read.");
  // The text of a Markdown file may be empty, and is never away.
  const wanted = !file.front ? values : { ...values, body: values.body ?? "" };
  const rewrite: Rewrite = { file, goneLines: [], problems: [] };
  const splices = fileChanges(rewrite, was, wanted);
  return rewrite.problems[0] ?? rewriteFile(file, splices, wanted, rewrite.goneLines);
}

/** A file, and what is found while its changes are. */
interface Rewrite {
  readonly file: OpenFile;
  /** Lines that go, with their comments. */
  readonly goneLines: string[];
  /** Why it cannot be done. */
  readonly problems: Diagnostic[];
}

/** The text below the data of a Markdown file is no key of them. */
function fileChanges(rewrite: Rewrite, was: Values, now: Values): readonly Splice[] {
  const valueChanges = (path: Path, before: unknown, after: unknown) =>
    changes(rewrite, path, before, after) ?? refuse(rewrite, path);
  if (!rewrite.file.front) return valueChanges([], was, now);
  const { body, ...data } = was;
  const { body: text, ...values } = now;
  return [...valueChanges([], data, values), ...valueChanges(["body"], body, text)];
}

function refuse({ file: { source }, problems }: Rewrite, path: Path): readonly Splice[] {
  const message = `What is below "${path.join(".")}" cannot be written on its own.`;
  problems.push(refused(source.file, message, IN_EDITOR));
  return [];
}

/** What changes within a value; undefined where it cannot become the other one, whose parent then replaces it as a whole. */
function changes(rewrite: Rewrite, path: Path, was: unknown, now: unknown): readonly Splice[] | undefined {
  if (isDeepStrictEqual(was, now)) return [];
  if (isMapping(was) && isMapping(now)) return partChanges(rewrite, path, was, now, alignFields(was, now));
  if (Array.isArray(was) && Array.isArray(now)) {
    const items = alignItems(was, now).map((from = -1) => ({ from }));
    return partChanges(rewrite, path, was, now, items);
  }
  if (typeof now === "object" && now !== null) return undefined;
  const located = locateScalar(rewrite.file, path);
  if (isProblem(located) && (typeof was !== "string" || typeof now !== "string")) return undefined;
  const splice = isProblem(located) ? located : located.write(now as ScalarValue);
  if (!isProblem(splice)) return [splice];
  rewrite.problems.push(splice);
  return [];
}

function partChanges(rewrite: Rewrite, path: Path, was: object, now: object, parts: readonly AlignedPart[]) {
  const before = Object.entries(was);
  if (before.length === 0 || parts.length === 0) return undefined;
  const { yaml } = rewrite.file;
  const node = nodeAt(yaml?.root, path);
  if (!yaml || !isCollection(node)) return refuse(rewrite, path);
  const pieces = parts.map(({ key, from }, index): BlockPiece => {
    const value = (now as Values)[key ?? index];
    const [name, old] = before[from] ?? [];
    if (name === undefined) return { key, from, value, splices: undefined };
    const splices = changes(rewrite, [...path, name], old, value);
    return { key, from, value, splices: splices && [...keyChanges(node, name, key), ...splices] };
  });
  const isInPlace = pieces.every(({ from, splices }, index) => from === index && splices !== undefined);
  if (isInPlace && pieces.length === before.length) return pieces.flatMap(({ splices = [] }) => splices);
  const rebuilt = rebuildBlock(node, yaml, pieces);
  if (!rebuilt) return refuse(rewrite, path);
  rewrite.goneLines.push(...rebuilt.goneLines);
  return [rebuilt.splice];
}

/** Another name of a field. */
function keyChanges(node: Collection, name: string, newName: string | undefined): readonly Splice[] {
  const key = newName === undefined || newName === name ? undefined : fieldOf(node, name)?.key;
  return key && newName !== undefined ? [{ start: key.start, end: key.end, text: writeYaml(newName) }] : [];
}
