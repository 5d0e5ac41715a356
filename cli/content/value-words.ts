// How a sentence names a value, a field and the block it stands in.
import { valueAt } from "./schema-walk.ts";
import type { Path } from "./yaml/source-document.ts";

export const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? "a list"
    : typeof value === "object"
      ? "a block of fields"
      : typeof value === "string"
        ? `the text ${shown(value)}`
        : typeof value === "boolean"
          ? "true or false"
          : `the number ${String(value)}`;

export const shown = (value: unknown): string =>
  typeof value === "string" ? `"${value.length > 60 ? `${value.slice(0, 57)}...` : value}"` : String(value);

/** The field a path ends in, as a sentence names it. */
export function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return "The file";
  return typeof last === "number" ? `Item ${last + 1}${path.length > 1 ? ` of "${path.at(-2)}"` : ""}` : `"${last}"`;
}

/** The block a path leads to: its section where it is one, else the field it stands under. */
export function placeName(path: Path, data: unknown): string {
  if (path.length === 0) return "The file";
  if (path.length === 2 && path[0] === "sections") {
    const type = (valueAt(data, path) as { type?: unknown } | undefined)?.type;
    if (typeof type === "string") return `Section "${type}"`;
  }
  return nameOf(path);
}
