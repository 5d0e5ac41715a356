// An old name or address → the line of `formerly` or `moved` that leads visitors on.
import type { SourceFile } from "../content/read-source.ts";
import { openDocument, type SourceDocument } from "../content/yaml/source-document.ts";
import { lineEnd, nextLine, offsetOf, type TextEdit } from "./text-edits.ts";

type Data = Readonly<Record<string, unknown>>;

/** Adds a name to `formerly` of an entry, and takes its new name out. undefined where the file is written in another way. */
export function keepFormerName(file: SourceFile, data: Data, slug: string, newSlug: string): TextEdit[] | undefined {
  const document = openDocument(file);
  const known = Array.isArray(data.formerly) ? data.formerly.map(String) : [];
  const names = [...known.filter((name) => name !== newSlug && name !== slug), slug];
  const list = `[${names.join(", ")}]`;
  if (data.formerly === undefined) {
    const first = Object.keys(data).find((key) => key !== "body");
    if (first === undefined) return undefined;
    const at = offsetOf(file.text, { ...document.place([first], "key"), column: 1 });
    return [{ at, length: 0, text: `formerly: ${list}${lineEnd(file.text)}` }];
  }
  const flow = flowEdit(file, document, "formerly", list);
  if (flow) return [flow];
  const lines = known.map((_, index) => document.place(["formerly", index]).line);
  const last = lines.at(-1);
  if (last === undefined) return undefined;
  const removed = lines.filter((_, index) => known[index] === newSlug || known[index] === slug);
  const cuts = removed.map((line): TextEdit => {
    const at = offsetOf(file.text, { line, column: 1 });
    return { at, length: nextLine(file.text, at) - at, text: "" };
  });
  const item = itemAfter(file.text, last, slug);
  return item && [...cuts, item];
}

/** Adds a redirect to `moved` of site.yaml. undefined where the list is written in another way. */
export function keepMovedAddress(site: SourceFile, data: Data, from: string, to: string): TextEdit[] | undefined {
  const document = openDocument(site);
  const item = `{ from: ${from}, to: ${to} }`;
  const end = lineEnd(site.text);
  const moved = data.moved;
  if (moved === undefined) {
    const gap = site.text.endsWith("\n") ? "" : end;
    return [{ at: site.text.length, length: 0, text: `${gap}${end}moved:${end}  - ${item}${end}` }];
  }
  if (!Array.isArray(moved)) return undefined;
  if (moved.length === 0) {
    const flow = flowEdit(site, document, "moved", `${end}  - ${item}`);
    return flow && [flow];
  }
  if (document.typed(["moved"]) !== undefined) return undefined;
  const index = moved.length - 1;
  const places = ["from", "to"].map((key) => document.place(["moved", index, key]).line);
  const first = document.place(["moved", index]).line;
  const added = itemAfter(site.text, Math.max(...places), item, first);
  return added && [added];
}

/** Replaces a list that is written in brackets. */
function flowEdit(file: SourceFile, document: SourceDocument, key: string, text: string): TextEdit | undefined {
  const typed = document.typed([key]);
  const at = offsetOf(file.text, document.place([key]));
  return typed !== undefined && file.text.startsWith(typed, at) ? { at, length: typed.length, text } : undefined;
}

/** A further item of a list in lines, after the one on `line`; `first` is the line that the last item begins on. */
function itemAfter(text: string, line: number, item: string, first = line): TextEdit | undefined {
  const start = offsetOf(text, { line: first, column: 1 });
  const [mark] = /^[ ]*-[ ]+/.exec(text.slice(start, nextLine(text, start))) ?? [];
  if (mark === undefined) return undefined;
  const at = nextLine(text, offsetOf(text, { line, column: 1 }));
  const isCut = !text.slice(0, at).endsWith("\n");
  const end = lineEnd(text);
  return { at, length: 0, text: isCut ? `${end}${mark}${item}` : `${mark}${item}${end}` };
}
