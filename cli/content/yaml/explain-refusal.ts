// A text that js-yaml refuses → the mistake in it. `yaml` continues where js-yaml stops: its errors have codes and positions, from which the
// explanations begin. If `yaml` finds no error, the reason of js-yaml is explained.

import { parseDocument, visit } from "yaml";
import { findDeepNesting } from "./deep-nesting.ts";
import { atOffset, type ExplainedError, type ParsedText } from "./explained-error.ts";
import { explainMistake } from "./mistake-rules.ts";
import type { YamlRefusal } from "./parse-nodes.ts";
import { mistakeOf, openQuote, type RefusedText } from "./parser-mistake.ts";

export function explainRefusal(
  text: Pick<ParsedText, "text" | "lines" | "positionAt">,
  { reason, offset }: YamlRefusal,
): ExplainedError {
  const deep = findDeepNesting(text.lines);
  if (deep) return deep;
  const refused = { ...text, ...yamlErrors(text.text) };
  const [error] = refused.errors;
  if (error) return explainMistake(mistakeOf(error, refused));
  const parser = atOffset(text, offset);
  const isQuote = /within a (?:single|double) quoted scalar/.test(reason);
  const suspect = isQuote ? openQuote(refused, offset) : { kind: "refused" as const, at: parser };
  return explainMistake({ ...suspect, parser, code: "", reason, before: text.text.slice(0, offset) });
}

function yamlErrors(text: string): Pick<RefusedText, "errors" | "quotes"> {
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false, logLevel: "error" });
  const quotes: number[] = [];
  visit(document, {
    Scalar(_, { type, range }) {
      if (range && (type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE")) quotes.push(range[0]);
    },
  });
  return {
    errors: document.errors.map(({ code, message, pos: [start, end] }) => ({ code, message, start, end })),
    quotes,
  };
}
