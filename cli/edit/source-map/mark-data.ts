// Data of an entry or of site.yaml → the same data with its texts and pictures marked.
import { type EntryPart, visitFields } from "../../content/entry-fields.ts";
import { resolveTokens } from "../../content/resolve-tokens.ts";
import { valueAt } from "../../content/schema-walk.ts";
import type { Path } from "../../content/yaml/source-document.ts";
import type { MarkWriter, SourcePosition, TextNodes } from "./source-texts.ts";

export interface Marker {
  readonly textNodes: TextNodes;
  readonly markWriter: MarkWriter;
  /** The texts of site.yaml, tokens filled in. */
  readonly tokens: ReadonlyMap<string, string>;
}

type Data = Record<string, unknown>;

/**
 * `parts` are the schemas' view of `written`, each computed on first access: other pages read only a few texts of most entries.
 */
export function markData(
  written: Readonly<Data>,
  source: SourcePosition["source"],
  parts: readonly EntryPart[],
  marker: Marker,
): Data {
  const data: Data = {};
  for (const key of Object.keys(written)) {
    let made: { readonly value: unknown } | undefined;
    const get = () => {
      made ??= { value: markMember(written, key, source, parts, marker) };
      return made.value;
    };
    Object.defineProperty(data, key, { get, enumerable: true, configurable: true });
  }
  return data;
}

function markMember(
  written: Readonly<Data>,
  key: string,
  source: SourcePosition["source"],
  parts: readonly EntryPart[],
  { textNodes, markWriter, tokens }: Marker,
): unknown {
  const data = resolveTokens({ [key]: written[key] }, tokens).value as Data;
  const own = parts.filter(({ base }) => base.length === 0 || base[0] === key);
  visitFields(own, ({ field: { kind }, value, path }) => {
    if (path[0] !== key || (kind !== "text" && kind !== "markdown" && kind !== "image")) return;
    const textNode = textNodes.textNodeOf({ source, path, kind, written: value });
    // The page is made from the resolved data; if the two ever differ, these words are not marked.
    if (valueAt(data, path) === textNode.plain) setValue(data, path, markWriter.write(textNode));
  });
  return data[key];
}

function setValue(data: Data, path: Path, value: string): void {
  const holder = valueAt(data, path.slice(0, -1)) as Data;
  holder[path.at(-1) as string] = value;
}
