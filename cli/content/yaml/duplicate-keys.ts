// Keys that a block has twice: found in the document, and explained.

import { explainDoubledItem } from "./explain-lost-dash.ts";
import { type At, atOffset, type ExplainedError, type ParsedText } from "./explained-error.ts";
import { surestOf } from "./surest.ts";
import { keyOfPair, type Pair } from "./yaml-tree.ts";

/** Two in a row may be two mistakes; three are a pasted block. */
const LEAST_BLOCK = 3;

/** Reported for one file: one with more is something else altogether. */
const MAX_DUPLICATES = 20;

/** From top to bottom, and of a pasted block the first alone. */
export function findDuplicateKeys(parsed: ParsedText): ExplainedError[] {
  const found: { readonly offset: number; readonly more: number }[] = [];
  for (const node of parsed.nodes) {
    if (found.length >= MAX_DUPLICATES) break;
    for (const run of node.kind === "mapping" ? duplicateRuns(node.items) : []) {
      const [offset = 0] = run;
      if (run.length >= LEAST_BLOCK) found.push({ offset, more: run.length - 1 });
      else found.push(...run.map((each) => ({ offset: each, more: 0 })));
    }
  }
  const first = found.sort((a, b) => a.offset - b.offset).slice(0, MAX_DUPLICATES);
  return first.flatMap(({ offset, more }) => explainDuplicate({ at: atOffset(parsed, offset), more }) ?? []);
}

/** The positions of repeated keys, grouped if they follow one another. */
function duplicateRuns(fields: readonly Pair[]): number[][] {
  const seen = new Set<string>();
  const runs: number[][] = [];
  let isRun = false;
  for (const { key } of fields) {
    const name = keyOfPair(key);
    if (name === undefined) continue;
    const isTwice = seen.has(name);
    seen.add(name);
    if (isTwice && isRun) runs.at(-1)?.push(key.start);
    else if (isTwice) runs.push([key.start]);
    isRun = isTwice;
  }
  return runs;
}

/** A key that is in its block twice. */
interface Duplicate {
  readonly at: At;
  /** How many of the next keys are duplicates too. */
  readonly more: number;
}

const explainDuplicate = surestOf<Duplicate>([
  { sure: 3, explain: ({ at }) => explainDoubledItem(at) },
  { sure: 2, explain: explainPastedBlock },
  { sure: 1, explain: explainRepeatedKey },
]);

/** The key as written. */
const writtenAt = ({ source, column }: At): string => /^[^:]+/.exec(source.slice(column - 1))?.[0].trim() ?? "";

function explainPastedBlock({ at, more }: Duplicate): ExplainedError | undefined {
  if (more === 0) return undefined;
  const written = writtenAt(at);
  const message = `"${withoutQuotes(written)}" and the ${more} fields after it are in this block twice.`;
  const hint = "was a block pasted where it is already? Keep one of the two";
  return at.explain("SOURCE_DUPLICATE_KEY", message, hint, { length: written.length });
}

function explainRepeatedKey({ at }: Duplicate): ExplainedError {
  const { lines, line, column, explain } = at;
  const written = writtenAt(at);
  const key = withoutQuotes(written);
  const isSameKey = (other: string) =>
    /^[\s-]*$/.test(other.slice(0, column - 1)) &&
    withoutQuotes(/^[^:]*(?=:)/.exec(other.slice(column - 1))?.[0].trim() ?? "") === key;
  const first = lines.slice(0, line - 1).findLastIndex(isSameKey) + 1;
  const hint = first === 0 ? "keep one of the two" : `keep one of the two: the other is on line ${first}`;
  return explain("SOURCE_DUPLICATE_KEY", `"${key}" is in this block twice.`, hint, { length: written.length });
}

const withoutQuotes = (key: string): string => key.replace(/^(["'])(.*)\1$/, "$2");
