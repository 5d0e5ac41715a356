// An entry's name and address in one file → the edits that give it the new ones.
import { type EntryPart, visitFields } from "../content/entry-fields.ts";
import type { SourceFile } from "../content/read-source.ts";
import { markdownTargets } from "../content/render-markdown.ts";
import { openDocument, type Path, type SourceDocument } from "../content/yaml/source-document.ts";
import { offsetOf, type TextEdit } from "./text-edits.ts";

export interface Renaming {
  readonly collection: string;
  readonly slug: string;
  readonly newSlug: string;
  /** Without a slash at the end; undefined where entries have no address. */
  readonly address: string | undefined;
  readonly newAddress: string | undefined;
}

export interface Mentions {
  readonly edits: readonly TextEdit[];
  /** Lines that name the entry in a way that cannot be changed safely. */
  readonly left: readonly number[];
}

/** `isSite` also changes the targets of `moved`. */
export function findMentions(
  file: SourceFile,
  data: Readonly<Record<string, unknown>>,
  parts: readonly EntryPart[],
  renaming: Renaming,
  isSite: boolean,
): Mentions {
  const { collection, slug, newSlug, address, newAddress } = renaming;
  const edits: TextEdit[] = [];
  const left: number[] = [];
  let document: SourceDocument | undefined;
  const open = () => {
    document ??= openDocument(file);
    return document;
  };
  const change = (path: Path, was: string, now: string) => {
    const place = open().words(path)?.placeAt(0);
    const at = place && offsetOf(file.text, place);
    if (at !== undefined && file.text.startsWith(was, at)) edits.push({ at, length: was.length, text: now });
    else left.push(open().place(path).line);
  };
  const changeLink = (value: unknown, path: Path) => {
    if (address !== undefined && newAddress !== undefined && leadsTo(value, address)) change(path, address, newAddress);
  };
  let hasMarkdownLink = false;
  visitFields(parts, ({ field, value, path }) => {
    if (field.kind === "reference" && field.collection === collection && value === slug) change(path, slug, newSlug);
    else if (field.kind === "link") changeLink(value, path);
    else if (field.kind === "markdown" && address !== undefined)
      hasMarkdownLink ||= markdownTargets(value).some(({ target }) => leadsTo(target, address));
  });
  if (hasMarkdownLink && address !== undefined && newAddress !== undefined) {
    const found = markdownEdits(file.text, address, newAddress);
    edits.push(...found);
    if (found.length === 0) left.push(1);
  }
  if (isSite) {
    const moved = Array.isArray(data.moved) ? (data.moved as ({ to?: unknown } | null)[]) : [];
    for (const [index, each] of moved.entries()) changeLink(each?.to, ["moved", index, "to"]);
  }
  return { edits, left };
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether a link leads to the page, to a part of it included. */
const leadsTo = (value: unknown, address: string): boolean =>
  typeof value === "string" && new RegExp(`^${escapeRegExp(address)}/*(?:[?#]|$)`).test(value);

/** The targets of Markdown links, wherever they are in the file. */
function markdownEdits(text: string, address: string, newAddress: string): TextEdit[] {
  const target = new RegExp(`(\\]\\(\\s*<?|\\]:\\s*<?)${escapeRegExp(address)}(?=/*(?:[\\s)>#?]|$))`, "g");
  return Array.from(text.matchAll(target), ({ index, 1: before = "" }) => ({
    at: index + before.length,
    length: address.length,
    text: newAddress,
  }));
}
