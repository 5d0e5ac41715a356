// Keys that a block has twice: found in the document, and explained.
import { type Document, isScalar, visit } from "yaml";
import { explainDoubledItem } from "./explain-lost-dash.ts";
import { atOffset, type ExplainedError, type ParsedText } from "./explained-error.ts";

/** A key that its block already has. */
export interface DuplicateKey {
  /** Where it begins. */
  readonly offset: number;
  /** How many of the next keys are duplicates too: 0, or a whole block. */
  readonly more: number;
}

/** Two in a row may be two mistakes; three are a pasted block. */
const LEAST_BLOCK = 3;

/**
 * From top to bottom, at most `limit`, and only the first of a pasted block.
 * The parser's own check compares each key with each other: minutes for a large file.
 */
export function findDuplicateKeys(document: Document.Parsed, limit: number): DuplicateKey[] {
  const found: DuplicateKey[] = [];
  visit(document, {
    Map(_, map) {
      const runs = duplicateRuns(map.items.map(({ key }) => key));
      for (const run of runs) {
        const [offset = 0] = run;
        if (run.length >= LEAST_BLOCK) found.push({ offset, more: run.length - 1 });
        else found.push(...run.map((each) => ({ offset: each, more: 0 })));
      }
      return found.length >= limit ? visit.BREAK : undefined;
    },
  });
  return found.sort((a, b) => a.offset - b.offset).slice(0, limit);
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

export function explainDuplicate(parsed: ParsedText, { offset, more }: DuplicateKey): ExplainedError {
  const at = atOffset(parsed, offset);
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
