// Mistakes with a colon in a text.
import { type At, type ExplainedError, quoteHint } from "./explained-error.ts";

export function explainColonInText({ source, column: start, explain }: At): ExplainedError {
  const text = source.slice(start - 1).trimEnd();
  const message = "This text has a colon followed by a space in it, which YAML reads as another key.";
  const isCurly = /^[“”„‘]/.test(text);
  const hint = isCurly ? 'curly quotes are part of the text: put straight ones (") around it' : quoteHint(text);
  const column = start + Math.max(0, text.search(/:(?:\s|$)/));
  return explain("SOURCE_COLON", message, hint, { column });
}

/** Explains `area: Downtown kind: Hotel`. It is likely if the value before the second key is short, and sure if it is in quotation marks. */
export function explainTwoFields({ column: start, source, explain }: At): ExplainedError | undefined {
  const text = source.slice(start - 1).trimEnd();
  const [, before = "", value = "", field = "", key = ""] =
    /^(("[^"]*"|'[^']*'|[^\s"']\S{2,}) *[,;]? +)(([a-z][\w-]*): .+)$/.exec(text) ?? [];
  if (key === "" || !/^\s*(?:- +)*[\w-]+: +$/.test(source.slice(0, start - 1))) return undefined;
  const message = `"${key}" is on the line of another field.`;
  const advice = `put ${field} on a line of its own`;
  const hint = /^["']/.test(value) ? advice : `${advice}, or ${quoteHint(text)} if it is a part of the text`;
  return explain("SOURCE_COLON", message, hint, { column: start + before.length, length: field.length });
}
