// The marks of a page → lines and columns in the files of the content.

import { setImmediate } from "node:timers/promises";
import type { PageMarks } from "./page-marks.ts";
import type { Mark, PageWords, WordsOrigin } from "./page-words.ts";
import type { FilePositions, Placer } from "./source-positions.ts";
import type { SourcePosition, TextNode } from "./source-texts.ts";

/** Marks between two pauses: a page may use a thousand files. */
const STRIDE = 16;

/** `hash` is that of the page. */
export async function placeMarks(hash: string, { marks, lost }: PageMarks, placer: Placer): Promise<PageWords> {
  const files = placer.readFiles();
  const { originOf, origins, unmapped } = createOrigins(files);
  const placed: Mark[] = [];
  const misplaced: PageWords["misplaced"][number][] = [];
  for (const [index, { sourcePosition, ...mark }] of marks.entries()) {
    if (index % STRIDE === 0) await setImmediate();
    const origin = originOf(sourcePosition);
    if (origin !== undefined) placed.push({ ...mark, origin });
    else misplaced.push({ ...mark, file: sourcePosition.source.file });
  }
  const reported = new Set<TextNode>();
  for (const { textNode, reason } of lost) {
    if (reported.has(textNode)) continue;
    reported.add(textNode);
    const origin = originOf(textNode.sourcePosition);
    if (origin !== undefined) unmapped.push({ origin, reason });
  }
  return { hash, origins, marks: placed, unmapped, misplaced, files: files.hashes() };
}

interface Origins {
  readonly origins: readonly WordsOrigin[];
  readonly unmapped: PageWords["unmapped"][number][];
  /** The index of a position in `origins`; undefined where it is in no file, which `unmapped` then says. */
  originOf(sourcePosition: SourcePosition): number | undefined;
}

function createOrigins(files: FilePositions): Origins {
  const origins: WordsOrigin[] = [];
  const unmapped: PageWords["unmapped"][number][] = [];
  const indexes = new Map<string, number | undefined>();
  const add = (sourcePosition: SourcePosition): number | undefined => {
    const { source, path, kind, block } = sourcePosition;
    const { position, reason } = files.place(sourcePosition);
    if (!position) {
      unmapped.push({ reason: `${path.join(".")}: ${reason}` });
      return undefined;
    }
    origins.push({ file: source.file, path, kind, ...position, ...(block && { block }) });
    return origins.length - 1;
  };
  return {
    origins,
    unmapped,
    originOf(sourcePosition) {
      const { source, path, kind, offset } = sourcePosition;
      const name = JSON.stringify([source.file, path, kind, offset]);
      if (!indexes.has(name)) indexes.set(name, add(sourcePosition));
      return indexes.get(name);
    },
  };
}
