// An error in compiled templates → the source line that threw it.

import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, join } from "node:path";
import type { TemplateSources } from "./templates.ts";

export interface SourcePlace {
  /** The path in messages. */
  readonly file: string;
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** What follows the folder in a row that names compiled templates. */
const IN_PROGRAM = /^[\\/][^\\/]+[\\/]templates\.cjs:(\d+):(\d+)/;

/** The innermost position in the templates; undefined if the error has none. */
export function locateInSource(error: unknown, programFile: string, sources: TemplateSources): SourcePlace | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  // Stacks name templates that this process compiled by the folder from which they were first loaded.
  const folders = dirname(dirname(programFile));
  const frames = error.stack.split("\n").flatMap((row) => {
    const at = row.lastIndexOf(folders);
    const [, line, column] = at === -1 ? [] : (IN_PROGRAM.exec(row.slice(at + folders.length)) ?? []);
    return line === undefined ? [] : [{ line: Number(line), column: Number(column) }];
  });
  if (frames.length === 0) return undefined;
  try {
    const map = new SourceMap(JSON.parse(readFileSync(`${programFile}.map`, "utf8")) as SourceMapPayload);
    for (const { line, column } of frames) {
      const entry = map.findEntry(line - 1, column - 1);
      if (!("originalSource" in entry) || /^\.\.|node_modules/.test(entry.originalSource)) continue;
      return {
        file: `${sources.name}/${entry.originalSource}`,
        text: readFileSync(join(sources.dir, entry.originalSource), "utf8"),
        line: entry.originalLine + 1,
        column: entry.originalColumn + 1,
      };
    }
  } catch {
    // The map or the source cannot be read: the error is reported without a position.
  }
  return undefined;
}
