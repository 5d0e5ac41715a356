// Positions in the content → lines and columns of their files. A file is used only where it still contains what the page was made from.

import { readFileSync } from "node:fs";
import type { SourceRef } from "../../content/sources/list-sources.ts";
import { readSource } from "../../content/sources/read-source.ts";
import { openDocument, type SourceDocument } from "../../content/sources/source-document.ts";
import { contentHash } from "../../files/content-hash.ts";
import type { WordsOrigin } from "./page-words.ts";
import type { SourcePosition } from "./source-texts.ts";

export type Placer = ReturnType<typeof createPlacer>;

type Position = Pick<WordsOrigin, "line" | "column">;

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
export function createPlacer() {
  const known = new Map<string, OpenFile>();
  const pathOf = new Map<string, string>();
  const open = (source: SourceRef): OpenFile | undefined => {
    pathOf.set(source.file, source.path);
    const hash = hashNow(source.path);
    const before = known.get(source.path);
    if (before && before.hash === hash) return before;
    const file = readSource(source);
    if ("code" in file || hash === undefined) return undefined;
    const opened = { hash, document: openDocument(file) };
    known.set(source.path, opened);
    return opened;
  };
  return {
    /** Whether all of these files, as `hashes` gave them, are still the same. */
    isCurrent: (hashes: Readonly<Record<string, string>>): boolean =>
      Object.entries(hashes).every(([file, hash]) => hashNow(pathOf.get(file) ?? "") === hash),
    /** As the files are at this moment. */
    readFiles() {
      const looked = new Map<string, OpenFile | undefined>();
      return {
        /** `reason`: why the position cannot be found, in plain words. */
        place({ source, path, written, offset }: SourcePosition): Position | { readonly reason: string } {
          if (!looked.has(source.file)) looked.set(source.file, open(source));
          const document = looked.get(source.file)?.document;
          const words = document?.words(path);
          if (!document) return { reason: `${source.file} cannot be read any more` };
          if (!words) return { reason: "they are in no file: the command or a default gives them" };
          if (words.value !== written)
            return { reason: `${source.file} says something else: it has changed, or the command takes its place` };
          const first = offset + (/^\s*/.exec(written.slice(offset))?.[0].length ?? 0);
          const { line, column } = words.placeAt(first) ?? document.place(path);
          return { line, column };
        },
        /** Of the files that were read, by name. */
        hashes: (): Readonly<Record<string, string>> =>
          Object.fromEntries([...looked].flatMap(([file, opened]) => (opened ? [[file, opened.hash] as const] : []))),
      };
    },
  };
}
