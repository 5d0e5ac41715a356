// Which field of an entry a line of its file is in. Pure.

import type { Path, SourceDocument } from "../../content/sources/source-document.ts";

/** The last field that begins on or above the line; empty above the first. */
export function fieldOfLine(document: SourceDocument, line: number): Path {
  const bodyLine = document.body === undefined ? undefined : document.words(["body"])?.placeAt(0)?.line;
  if (bodyLine !== undefined && bodyLine <= line) return ["body"];
  const begins = (path: Path) => path.length > 0 && document.place(path, "key").line <= line;
  return pathsIn(document.data, []).findLast(begins) ?? [];
}

function pathsIn(value: unknown, path: Path): Path[] {
  const parts = Object.entries(typeof value === "object" ? (value ?? {}) : {});
  const stepOf = (key: string) => (Array.isArray(value) ? Number(key) : key);
  return [path, ...parts.flatMap(([key, each]) => pathsIn(each, [...path, stepOf(key)]))];
}
