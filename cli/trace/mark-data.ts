// Data of an entry or of site.yaml → the same data with its texts and pictures written by a pen.
import { type EntryPart, visitFields } from "../content/entry-fields.ts";
import { resolveTokens } from "../content/resolve-tokens.ts";
import type { Path } from "../content/source-document.ts";
import type { Leaves, Pen, Spot } from "./leaves.ts";

export interface Marker {
  readonly leaves: Leaves;
  readonly pen: Pen;
  /** The texts of site.yaml, tokens filled in. */
  readonly tokens: ReadonlyMap<string, string>;
}

type Data = Record<string, unknown>;

/** `parts` are the schemas' view of `written`. */
export function markData(
  written: Readonly<Data>,
  source: Spot["source"],
  parts: readonly EntryPart[],
  { leaves, pen, tokens }: Marker,
): Data {
  const data = resolveTokens(written, tokens, true).value as Data;
  visitFields(parts, ({ field: { kind }, value, path }) => {
    if (kind !== "text" && kind !== "markdown" && kind !== "image") return;
    const leaf = leaves.leafOf({ source, path, kind, written: value.replace(/\r\n/g, "\n") });
    // What the page is made of is what was resolved; should the two ever differ, these words are left alone.
    if (String(valueAt(data, path)).replace(/\r\n/g, "\n") === leaf.plain) setValue(data, path, pen.write(leaf));
  });
  return data;
}

const valueAt = (data: unknown, path: Path): unknown =>
  path.reduce((value: unknown, step) => (value as Data | undefined)?.[step], data);

function setValue(data: Data, path: Path, value: string): void {
  const holder = valueAt(data, path.slice(0, -1)) as Data;
  holder[path.at(-1) as string] = value;
}
