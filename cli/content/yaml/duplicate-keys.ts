// Keys that a block has twice: found in the document, and explained.
import { isMap, isScalar } from "yaml";
import { explainDoubledItem } from "./explain-lost-dash.ts";
import { type At, atOffset, type ExplainedError, type ParsedText } from "./explained-error.ts";

/** Two in a row may be two mistakes; three are a pasted block. */
const LEAST_BLOCK = 3;

/** Reported for one file: one with more is something else altogether. */
const MAX_DUPLICATES = 20;

/**
 * From top to bottom, and of a pasted block the first alone.
 * The parser's own check compares each key with each other: minutes for a large file.
 */
export function findDuplicateKeys(parsed: ParsedText): ExplainedError[] {
  const found: { readonly offset: number; readonly more: number }[] = [];
  for (const { node } of parsed.nodes) {
    if (found.length >= MAX_DUPLICATES) break;
    for (const run of isMap(node) ? duplicateRuns(node.items.map(({ key }) => key)) : []) {
      const [offset = 0] = run;
      if (run.length >= LEAST_BLOCK) found.push({ offset, more: run.length - 1 });
      else found.push(...run.map((each) => ({ offset: each, more: 0 })));
    }
  }
  const first = found.sort((a, b) => a.offset - b.offset).slice(0, MAX_DUPLICATES);
  return first.map(({ offset, more }) => explainDuplicate(atOffset(parsed, offset), more));
}

/** The positions of repeated keys, grouped if they follow one another. */
function duplicateRuns(keys: readonly unknown[]): number[][] {
  const seen = new Set<unknown>();
  const runs: number[][] = [];
  let isRun = false;
  for (const key of keys) {
    if (!isScalar(key) || !key.range) continue;
    const isTwice = seen.has(key.value);
    seen.add(key.value);
    if (isTwice && isRun) runs.at(-1)?.push(key.range[0]);
    else if (isTwice) runs.push([key.range[0]]);
    isRun = isTwice;
  }
  return runs;
}

/** `more` of the next keys are duplicates too. */
function explainDuplicate(at: At, more: number): ExplainedError {
  const { lines, line, column, source, explain } = at;
  const doubled = explainDoubledItem(at);
  if (doubled) return doubled;
  const key = /^[^:]+/.exec(source.slice(column - 1))?.[0].trim() ?? "";
  if (more > 0) {
    const message = `"${key}" and the ${more} fields after it are in this block twice.`;
    const hint = "was a block pasted where it is already? Keep one of the two";
    return explain("SOURCE_DUPLICATE_KEY", message, hint, { length: key.length });
  }
  const isSameKey = (other: string) =>
    /^[\s-]*$/.test(other.slice(0, column - 1)) && other.slice(column - 1).startsWith(`${key}:`);
  const first = lines.slice(0, line - 1).findLastIndex(isSameKey) + 1;
  const hint = first === 0 ? "keep one of the two" : `keep one of the two: the other is on line ${first}`;
  return explain("SOURCE_DUPLICATE_KEY", `"${key}" is in this block twice.`, hint, { length: key.length });
}
