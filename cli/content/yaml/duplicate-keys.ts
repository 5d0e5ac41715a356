// Finds and explains keys that a block has twice.

import { explainDoubledItem } from "./explain-lost-dash.ts";
import { type At, atOffset, type ExplainedError, type ParsedText } from "./explained-error.ts";
import { surestOf } from "./surest.ts";
import { keyOfPair, type Pair } from "./yaml-tree.ts";

/** Two duplicates in a row may be two mistakes. Three are a pasted block. */
const LEAST_BLOCK = 3;

/** The most that are reported for one file: a file with more is something else altogether. */
const MAX_DUPLICATES = 20;

/** From top to bottom. Of a pasted block, only the first key is reported. */
export function findDuplicateKeys(yaml: ParsedText): ExplainedError[] {
  const duplicates: { readonly offset: number; readonly followers: number }[] = [];
  for (const node of yaml.nodes) {
    if (duplicates.length >= MAX_DUPLICATES) break;
    for (const run of node.kind === "mapping" ? duplicateRuns(node.items) : []) {
      const [offset = 0] = run;
      if (run.length >= LEAST_BLOCK) duplicates.push({ offset, followers: run.length - 1 });
      else duplicates.push(...run.map((each) => ({ offset: each, followers: 0 })));
    }
  }
  const first = duplicates.sort((a, b) => a.offset - b.offset).slice(0, MAX_DUPLICATES);
  return first.flatMap(({ offset, followers }) => explainDuplicate({ at: atOffset(yaml, offset), followers }) ?? []);
}

/** The offsets of repeated keys, grouped if they follow each other. */
function duplicateRuns(fields: readonly Pair[]): number[][] {
  const names = new Set<string>();
  const runs: number[][] = [];
  let isRun = false;
  for (const { key } of fields) {
    const name = keyOfPair(key);
    if (name === undefined) continue;
    const isTwice = names.has(name);
    names.add(name);
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
  readonly followers: number;
}

const explainDuplicate = surestOf<Duplicate>([
  { sure: 3, explain: ({ at }) => explainDoubledItem(at) },
  { sure: 2, explain: explainPastedBlock },
  { sure: 1, explain: explainRepeatedKey },
]);

/** The key as written. */
const keyTextAt = ({ source, column }: At): string => /^[^:]+/.exec(source.slice(column - 1))?.[0].trim() ?? "";

function explainPastedBlock({ at, followers }: Duplicate): ExplainedError | undefined {
  if (followers === 0) return undefined;
  const keyText = keyTextAt(at);
  const message = `"${withoutQuotes(keyText)}" and the ${followers} fields after it are in this block twice.`;
  const hint = "was a block pasted where it is already? Keep one of the two";
  return at.explain("SOURCE_DUPLICATE_KEY", message, hint, { length: keyText.length });
}

function explainRepeatedKey({ at }: Duplicate): ExplainedError {
  const { lines, line, column, explain } = at;
  const keyText = keyTextAt(at);
  const key = withoutQuotes(keyText);
  const isSameKey = (other: string) =>
    /^[\s-]*$/.test(other.slice(0, column - 1)) &&
    withoutQuotes(/^[^:]*(?=:)/.exec(other.slice(column - 1))?.[0].trim() ?? "") === key;
  const first = lines.slice(0, line - 1).findLastIndex(isSameKey) + 1;
  const hint = first === 0 ? "keep one of the two" : `keep one of the two: the other is on line ${first}`;
  return explain("SOURCE_DUPLICATE_KEY", `"${key}" is in this block twice.`, hint, { length: keyText.length });
}

const withoutQuotes = (key: string): string => key.replace(/^(["'])(.*)\1$/, "$2");
