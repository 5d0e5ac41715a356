import { explainDoubledItem } from "./explain-lost-dash.ts";
import type { ExplainedError } from "./explained-error.ts";
import type { DuplicateKey } from "./find-duplicate-keys.ts";
import { explainAt, type ParsedText } from "./parsed-text.ts";
import { lineAt } from "./yaml-lines.ts";

/** A key that its block already has. */
export function explainDuplicate(parsed: ParsedText, { offset, more }: DuplicateKey): ExplainedError {
  const { lines } = parsed;
  const { line, column, explain } = explainAt(parsed, offset);
  const doubled = explainDoubledItem(lines, line, column, explain);
  if (doubled) return doubled;
  const key = /^[^:]+/.exec(lineAt(lines, line).slice(column - 1))?.[0].trim() ?? "";
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
