// A path → the ways to remove its key, or its list item, from the file, with the rest of its line. The caller parses the result to check
// that nothing else has changed.
import { type Document, isCollection, isMap, isScalar, type Node, type Pair } from "yaml";
import type { Path } from "../../content/yaml/source-document.ts";
import type { Splice } from "./scalar-texts.ts";

/** Where an item of a map or a list begins, and where its value ends. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/** As offsets of the YAML text `yaml`. */
export function* findRemovals(document: Document.Parsed, path: Path, yaml: string): Generator<readonly Splice[]> {
  const holder = document.getIn(path.slice(0, -1), true);
  if (!isCollection(holder)) return;
  const last = path.at(-1) ?? "";
  const extents = (holder.items as (Node | Pair)[]).map(extentOf);
  const at = isMap(holder)
    ? holder.items.findIndex(({ key }) => isScalar(key) && String(key.value) === String(last))
    : Number(last);
  const here = extents[at];
  if (!here) return;
  const cut = (start: number, end: number): readonly Splice[] => [{ start, end, text: "" }];
  const [before, next] = [extents[at - 1], extents[at + 1]];
  if (holder.flow === true) {
    if (next) yield cut(here.start, next.start);
    else yield cut(before?.end ?? here.start, here.end);
    return;
  }
  const lineStart = yaml.lastIndexOf("\n", here.start - 1) + 1;
  const lineEnd = yaml[here.end - 1] === "\n" ? here.end : yaml.indexOf("\n", here.end) + 1 || yaml.length;
  const lead = yaml.slice(lineStart, here.start);
  if (lead.trim() === "" || (!isMap(holder) && lead.trim() === "-")) yield cut(lineStart, lineEnd);
  // The first key of an item follows its dash, which the next key takes over; comment lines between them stay.
  else if (next && yaml.slice(lineEnd, next.start).trim() === "") yield cut(here.start, next.start);
}

function extentOf(item: Node | Pair): Extent | undefined {
  const isPair = "key" in item;
  const first = (isPair ? item.key : item) as Node | null;
  const last = ((isPair ? item.value : item) ?? first) as Node | null;
  return first?.range && last?.range ? { start: first.range[0], end: last.range[1] } : undefined;
}
