// Mistakes that js-yaml refuses and `yaml` accepts: characters that YAML does not allow, brackets in the column of their key, and rare marks.

import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import { type At, type ExplainedError, QUOTE_ALL } from "./explained-error.ts";
import { hiddenName } from "./hidden-characters.ts";
import type { Mistake } from "./parser-mistake.ts";
import { contentOfLine, indentOf, lineAt, spaces } from "./yaml-lines.ts";

/** Characters that YAML does not allow. */
const CONTROL = /(?![\t\n\r\u0085])\p{Cc}|[\ufffe\uffff]|\p{Cs}/u;

const DELETE = "put the cursor after it and press backspace";

export function explainControl({ source, column, explain }: At): ExplainedError | undefined {
  const character = source[column - 1] ?? "";
  if (CONTROL.test(character)) {
    const message = `${hiddenName(character)} is here. It cannot be seen, and a content file may not have it.`;
    return explain("SOURCE_HIDDEN_CHARACTER", message, DELETE);
  }
  // The lines of this text end in "\n".
  const lineEnd = source.lastIndexOf("\r", column - 1);
  if (lineEnd === -1) return undefined;
  const message = `${hiddenName("\r")} is here. It cannot be seen, and YAML takes it for the end of a line.`;
  return explain("SOURCE_HIDDEN_CHARACTER", message, DELETE, { column: lineEnd + 1 });
}

/** Explains a closing bracket in the column of its key, as in programs. */
export function explainCloser({ at: { lines, source, column, explain }, before }: Mistake): ExplainedError | undefined {
  if (!/^\s*[\]}]/.test(source) || column !== indentOf(source) + 1) return undefined;
  const keyColumn = contentOfLine(lineAt(lines, lineOfOpening(before)));
  const targetIndent = spaces(Math.max(keyColumn, indentOf(source)) + 2);
  const message = "A closing bracket on a line of its own is indented deeper than its key.";
  return explain("SOURCE_INDENTATION", message, `write ${source.trim()} further to the right: ${targetIndent} in`);
}

/** The line of the last open bracket. Brackets within quotation marks count as well, which makes no difference to most files. */
function lineOfOpening(before: string): number {
  let depth = 1;
  for (let at = before.length - 1; at >= 0; at--) {
    if (/[\]}]/.test(before[at] ?? "")) depth++;
    if (/[[{]/.test(before[at] ?? "")) depth--;
    if (depth === 0) return before.slice(0, at).split("\n").length;
  }
  return 0;
}

/** Reasons of js-yaml for texts in which `yaml` finds no error. */
const REASONS: readonly (readonly [reason: RegExp, code: DiagnosticCode, message: string, hint: string])[] = [
  [
    /comma|node content/,
    "SOURCE_SYNTAX",
    "Something is missing between two parts of these brackets.",
    "put a comma between the parts, and quotes around a text with other signs in it",
  ],
  [/\btag\b/, "SOURCE_TAG", "A value may not begin with an exclamation mark: YAML reads it as a tag.", QUOTE_ALL],
  [/\btab\b/, "SOURCE_TAB", "There is a tab here where YAML needs spaces.", "use spaces: two for each level"],
  [
    /indentation/,
    "SOURCE_INDENTATION",
    "This does not fit what is above it.",
    "line it up with the fields of its block; two spaces deeper below a key",
  ],
];

export function explainReason({ at: { explain }, reason }: Mistake): ExplainedError {
  const [, code, message, hint] = REASONS.find(([pattern]) => pattern.test(reason)) ?? [
    /./,
    "SOURCE_SYNTAX",
    "YAML cannot be read from here on: what is here, or in the line above, is no `key: value`.",
    "compare with a file that works",
  ];
  return explain(code, message, hint);
}
