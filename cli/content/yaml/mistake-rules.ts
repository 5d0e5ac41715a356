// All rules for mistakes in a text that cannot be read. No rule depends on another, so that each can be added or removed alone. A rule
// returns where the mistake is, what it is and what to do about it, or undefined if it does not hold.

import {
  bracketAround,
  explainBracket,
  explainExtraBracket,
  explainInBrackets,
  explainUnopened,
} from "./explain-brackets.ts";
import { explainColonInText, explainTwoFields } from "./explain-colon.ts";
import {
  explainCutText,
  explainFallenKey,
  explainIndentation,
  explainLostSections,
  explainPictureName,
  explainTabs,
} from "./explain-indentation.ts";
import {
  explainFirstBullet,
  explainGluedDash,
  explainLostDash,
  explainLostDashBelow,
  explainMissingFirstDash,
} from "./explain-lost-dash.ts";
import {
  explainBelowBlockMark,
  explainGluedColon,
  explainNoKey,
  explainOtherColon,
  explainQuotedLine,
  explainWholeLine,
} from "./explain-no-key.ts";
import {
  explainApostrophe,
  explainBrokenQuote,
  explainCommaAfterQuote,
  explainEscape,
  explainGluedComment,
  explainOpenQuote,
  explainQuoteBeforeKey,
  explainTextAfterQuote,
} from "./explain-quotes.ts";
import {
  explainListOnKeyLine,
  explainMarkedKey,
  explainQuestionMark,
  explainReserved,
  explainReservedValue,
} from "./explain-special-characters.ts";
import { explainCloser, explainControl, explainReason } from "./explain-strict.ts";
import { explainTextLines } from "./explain-text-lines.ts";
import { type At, atLine, atLineAbove, type ExplainedError, QUOTE_ALL } from "./explained-error.ts";
import { explainHidden } from "./find-hidden-characters.ts";
import { explainConflict, explainFence, explainForeignComment, explainLeftover } from "./foreign-lines.ts";
import type { Mistake, MistakeKind } from "./parser-mistake.ts";
import { type Rule, surestOf } from "./surest.ts";

interface MistakeRule extends Rule<Mistake> {
  /** The kinds of mistakes that it may explain. */
  readonly of: readonly MistakeKind[] | "all";
}

/** Explains the line where the parser stopped. */
const atParser =
  (explain: (at: At) => ExplainedError | undefined) =>
  ({ parser }: Mistake) =>
    explain(parser);

/** Explains the line where the mistake may be. */
const there =
  (explain: (at: At) => ExplainedError | undefined) =>
  ({ at }: Mistake) =>
    explain(at);

const inParsersWords =
  (hint: string) =>
  ({ at, reason }: Mistake): ExplainedError =>
    at.explain("SOURCE_SYNTAX", `This cannot be read as YAML: ${reason}.`, hint);

const COMMAS = "put a comma between the parts, and quotes around a text that has a colon in it";

/** Codes that the parser may give for a missing bracket. */
const FLOW_CODES = new Set([
  "BAD_INDENT",
  "BLOCK_IN_FLOW",
  "BLOCK_AS_IMPLICIT_KEY",
  "MISSING_CHAR",
  "MULTILINE_IMPLICIT_KEY",
  "UNEXPECTED_TOKEN",
  "BAD_SCALAR_START",
]);

function explainOpenBracket({ parser, code }: Mistake): ExplainedError | undefined {
  const bracket = FLOW_CODES.has(code) ? bracketAround(parser.lines, parser.line) : undefined;
  return bracket && explainBracket(parser.lines, bracket);
}

const explainSeveralDocuments = ({ explain }: At): ExplainedError => {
  const message = 'A line of "---" begins a second document; a content file is one.';
  return explain("SOURCE_SEVERAL_DOCUMENTS", message, "remove the line, or make a second file", { length: 3 });
};

/** Explains what is below a line of "...". */
const explainDocumentEnd = ({ lines, line, source }: At): ExplainedError | undefined => {
  const end = lines.findLastIndex((other, index) => index < line - 1 && /^\.\.\.\s*$/.test(other));
  if (end === -1 || source.startsWith("---")) return undefined;
  const message =
    'A line of "..." ends the text: what is below it would be a second document, and a content file is one.';
  return atLine(lines, end + 1).explain("SOURCE_SEVERAL_DOCUMENTS", message, "remove the line", { length: 3 });
};

const explainTabWithin = ({ explain }: At): ExplainedError =>
  explain("SOURCE_TAB", "There is a tab here where YAML needs spaces.", "use one space");

/** The surest rule comes first. */
const RULES: readonly MistakeRule[] = [
  // Marks that are no YAML at all.
  { of: ["refused"], sure: 100, explain: there(explainControl) },
  { of: "all", sure: 99, explain: ({ parser }) => explainHidden(parser.lines, parser.line) },
  { of: "all", sure: 98, explain: atParser(explainConflict) },
  { of: "all", sure: 97, explain: atParser(explainFence) },
  { of: "all", sure: 96, explain: atParser(explainLeftover) },
  { of: "all", sure: 95, explain: atParser(explainForeignComment) },
  // Brackets: a parser reads on to the end of the file.
  { of: "all", sure: 94, explain: explainOpenBracket },
  {
    of: ["unexpected", "indentation"],
    sure: 93,
    explain: ({ parser, code }) => (code === "UNEXPECTED_TOKEN" ? explainExtraBracket(parser) : undefined),
  },
  { of: ["refused"], sure: 92, explain: explainCloser },
  // A line by itself.
  { of: ["tab", "indentation"], sure: 90, explain: there(explainTabs) },
  { of: ["indentation", "no key"], sure: 89, explain: there(explainCutText) },
  { of: ["no key"], sure: 88, explain: there(explainLostDashBelow) },
  { of: ["no key"], sure: 87, explain: there(explainQuotedLine) },
  { of: ["indentation", "no key", "colon"], sure: 86, explain: there(explainTextLines) },
  { of: ["special character", "unexpected"], sure: 85, explain: there(explainMarkedKey) },
  { of: ["open quote", "no key"], sure: 84.5, explain: there(explainQuoteBeforeKey) },
  { of: ["open quote"], sure: 84, explain: there(explainBrokenQuote) },
  { of: ["open quote"], sure: 83, explain: there(explainApostrophe) },
  { of: ["unexpected"], sure: 82, explain: there(explainCommaAfterQuote) },
  { of: ["unexpected", "no key"], sure: 81.5, explain: there(explainGluedComment) },
  { of: ["unexpected"], sure: 81, explain: there(explainTextAfterQuote) },
  // A line by the lines around it.
  { of: ["indentation"], sure: 70, explain: there(explainLostSections) },
  { of: ["indentation"], sure: 69, explain: there(explainPictureName) },
  { of: ["indentation", "colon", "no key"], sure: 68, explain: there(explainGluedDash) },
  { of: ["indentation"], sure: 67, explain: ({ at }) => explainGluedDash(atLineAbove(at)) },
  { of: ["indentation", "no key"], sure: 66.5, explain: there(explainFirstBullet) },
  { of: ["indentation"], sure: 66, explain: there(explainLostDash) },
  { of: ["indentation"], sure: 65, explain: there(explainFallenKey) },
  { of: ["indentation"], sure: 64, explain: there(explainMissingFirstDash) },
  { of: ["no key"], sure: 63, explain: there(explainGluedColon) },
  { of: ["no key"], sure: 62, explain: there(explainOtherColon) },
  { of: ["no key"], sure: 61, explain: there(explainBelowBlockMark) },
  { of: ["no key"], sure: 60, explain: there(explainWholeLine) },
  { of: ["colon"], sure: 59, explain: there(explainUnopened) },
  { of: ["colon"], sure: 58, explain: there(explainTwoFields) },
  { of: ["colon"], sure: 57, explain: there(explainQuestionMark) },
  { of: ["brackets"], sure: 56, explain: there(explainInBrackets) },
  { of: ["unexpected"], sure: 55, explain: there(explainReservedValue) },
  { of: ["unexpected"], sure: 54, explain: there(explainListOnKeyLine) },
  // The general explanation of each kind.
  { of: ["tab"], sure: 10, explain: there(explainTabWithin) },
  { of: ["documents"], sure: 11, explain: there(explainDocumentEnd) },
  { of: ["documents"], sure: 10, explain: there(explainSeveralDocuments) },
  { of: ["special character"], sure: 10, explain: there(explainReserved) },
  { of: ["escape"], sure: 10, explain: there(explainEscape) },
  { of: ["colon"], sure: 10, explain: there(explainColonInText) },
  { of: ["indentation"], sure: 10, explain: there(explainIndentation) },
  { of: ["no key"], sure: 10, explain: there(explainNoKey) },
  { of: ["open quote"], sure: 10, explain: there(explainOpenQuote) },
  { of: ["refused"], sure: 10, explain: explainReason },
  { of: ["brackets"], sure: 1, explain: inParsersWords(COMMAS) },
  { of: ["unexpected"], sure: 1, explain: inParsersWords(QUOTE_ALL) },
  { of: "all", sure: 0, explain: inParsersWords("compare with a file that works") },
];

const explainSurest = surestOf(
  RULES.map(({ of, sure, explain }) => ({
    sure,
    explain: (mistake: Mistake) => (of === "all" || of.includes(mistake.kind) ? explain(mistake) : undefined),
  })),
);

/** Explains a mistake by the surest rule that holds. */
export function explainMistake(mistake: Mistake): ExplainedError {
  const explanation = explainSurest(mistake);
  if (!explanation) throw new Error(`No rule explains a mistake of the kind "${mistake.kind}".`);
  return explanation;
}
