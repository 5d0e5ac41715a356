// Positions in the content → lines and columns of their files. A file is used only where it still contains what the page was made from.

import { readFileSync } from "node:fs";
import type { SourceRef } from "../../content/sources/list-sources.ts";
import { readSource } from "../../content/sources/read-source.ts";
import { openDocument, type SourceDocument } from "../../content/sources/source-document.ts";
import { isProblem } from "../../diagnostics/diagnostic.ts";
import { contentHash } from "../../files/content-hash.ts";
import type { WordsOrigin } from "./page-words.ts";
import type { SourcePosition } from "./source-texts.ts";

/** Where a text is in its file, or why it cannot be found, in plain words. */
type PlacedText =
  | { readonly position: Pick<WordsOrigin, "line" | "column">; readonly reason?: undefined }
  | { readonly position?: undefined; readonly reason: string };

/** The files as they are at one moment. */
export interface FilePositions {
  place(sourcePosition: SourcePosition): PlacedText;
  /** Hashes of the files that were read, by name. */
  hashes(): Readonly<Record<string, string>>;
}

export interface Placer {
  /** Whether all of these files, as `hashes` gave them, are still the same. */
  isCurrent(hashes: Readonly<Record<string, string>>): boolean;
  readFiles(): FilePositions;
}

interface OpenFile {
  readonly hash: string;
  readonly document: SourceDocument;
}

/** undefined for a file that cannot be read. */
function hashNow(path: string): string | undefined {
  try {
    return contentHash(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Files are read with positions once for as long as they stay the same. */
export function createPlacer(): Placer {
  const openFiles = new Map<string, OpenFile>();
  const pathOf = new Map<string, string>();
  const open = (source: SourceRef): OpenFile | undefined => {
    pathOf.set(source.file, source.path);
    const hash = hashNow(source.path);
    const before = openFiles.get(source.path);
    if (before && before.hash === hash) return before;
    const file = readSource(source);
    if (isProblem(file) || hash === undefined) return undefined;
    const opened = { hash, document: openDocument(file) };
    openFiles.set(source.path, opened);
    return opened;
  };
  return {
    isCurrent: (hashes) => Object.entries(hashes).every(([file, hash]) => hashNow(pathOf.get(file) ?? "") === hash),
    readFiles: () => createFilePositions(open),
  };
}

/** `open` gives undefined for a file that cannot be read. */
function createFilePositions(open: (source: SourceRef) => OpenFile | undefined): FilePositions {
  const files = new Map<string, OpenFile | undefined>();
  return {
    place(sourcePosition) {
      const { source } = sourcePosition;
      if (!files.has(source.file)) files.set(source.file, open(source));
      return placeIn(files.get(source.file)?.document, sourcePosition);
    },
    hashes: () =>
      Object.fromEntries([...files].flatMap(([file, opened]) => (opened ? [[file, opened.hash] as const] : []))),
  };
}

function placeIn(document: SourceDocument | undefined, { source, path, value, offset }: SourcePosition): PlacedText {
  if (!document) return { reason: `${source.file} cannot be read any more` };
  const text = document.words(path);
  if (!text) return { reason: "they are in no file: the command or a default gives them" };
  if (text.value !== value)
    return { reason: `${source.file} says something else: it has changed, or the command takes its place` };
  const first = offset + (/^\s*/.exec(value.slice(offset))?.[0].length ?? 0);
  const { line, column } = text.placeAt(first) ?? document.place(path);
  return { position: { line, column } };
}
