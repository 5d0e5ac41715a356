// Mistakes with quotation marks: a mark that is not closed, text behind the closing one, an apostrophe that is read as a mark.
import { type At, atLineBelow, type ExplainedError, quoteHint } from "./explained-error.ts";
import { contentOfLine, ITEM_LINE, indentOf, KEY_LINE, valueIn, wholeLine } from "./yaml-lines.ts";

const textAt = ({ source, column }: At): string => source.slice(column - 1).trimEnd();

/** Reports at the mark that is never closed. */
export function explainOpenQuote(at: At): ExplainedError {
  const text = textAt(at);
  const [, content = text, comment = ""] = /^(.*?)(\s+#\s*placeholder\b.*)$/i.exec(text) ?? [];
  const closed = `${content.length > 1 ? content.replace(/[“”„‘’]$/, "") : content}${text[0]}${comment}`;
  const message = `A quotation mark (${text[0]}) is opened here and not closed at the end of the text.`;
  return at.explain("SOURCE_QUOTE", message, `write ${closed}`, { length: text.length });
}

/** Explains `"title: Our team`. An item of a list may be a text with a colon in it: its mark is closed. */
export function explainQuoteBeforeKey(at: At): ExplainedError | undefined {
  const [, mark, field] = /^\s*(["'])([\w-]+:(?:\s(?:(?!\1).)*)?)$/.exec(at.source) ?? [];
  if (field === undefined) return undefined;
  const message = `There is a quotation mark (${mark}) in front of the key, and none that closes it.`;
  return at.explain("SOURCE_QUOTE", message, `write ${field.trimEnd()}`, { length: 1 });
}

/** Words that begin with an apostrophe, and years. */
const ELIDED = /^'(?:twas|tis|twere|twill|til|tween|cause|em|round|neath|bout|n|\d0s?|\d\d)\b/i;

/** Explains `'Twas a night`: the apostrophe belongs to the text. */
export function explainApostrophe(at: At): ExplainedError | undefined {
  const text = textAt(at);
  if (!ELIDED.test(text)) return undefined;
  const message = "The apostrophe that this text begins with is taken for a quotation mark.";
  return at.explain("SOURCE_QUOTE", message, quoteHint(text), { length: text.length });
}

/** Explains a quoted text that continues on a line without indentation. */
export function explainBrokenQuote(at: At): ExplainedError | undefined {
  const mark = textAt(at)[0] ?? "";
  const key = contentOfLine(at.source);
  const below = atLineBelow(at);
  const { source, explain } = below;
  if (below.line === 0 || indentOf(source) > key || KEY_LINE.test(source) || ITEM_LINE.test(source)) return undefined;
  if (mark === "" || !source.trimEnd().endsWith(mark)) return undefined;
  const message = `The text in quotation marks of line ${at.line} goes on here, and this line is not indented.`;
  return explain("SOURCE_INDENTATION", message, `indent it by ${key + 2} spaces`, wholeLine(source));
}

/** Explains `"Words",` as in JSON. */
export function explainCommaAfterQuote({ source, explain }: At): ExplainedError | undefined {
  const { column, text } = valueIn(source);
  if (!/^(["'])[^"']*\1\s*,$/.test(text)) return undefined;
  const comma = text.lastIndexOf(",");
  const message = "There is a comma after the closing quotation mark.";
  return explain("SOURCE_QUOTE", message, `write ${text.slice(0, comma).trimEnd()}`, { column: column + comma });
}

/** Explains `"Words"#comment`. */
export function explainGluedComment({ source, explain }: At): ExplainedError | undefined {
  const { column, text } = valueIn(source);
  const [, quotedText, comment] = /^("[^"]*"|'[^']*')(#.*)$/.exec(text) ?? [];
  if (quotedText === undefined) return undefined;
  const place = { column: column + quotedText.length, length: comment?.length };
  return explain("SOURCE_QUOTE", "A comment needs a space in front of its #.", `write ${quotedText} ${comment}`, place);
}

export function explainTextAfterQuote({ source, explain }: At): ExplainedError | undefined {
  const { column, text } = valueIn(source);
  const mark = text[0] ?? "";
  if (mark !== "'" && mark !== '"') return undefined;
  const forApostrophe = "put double quotes around the text that has an apostrophe in it";
  const forQuotes = "put the quotation marks around the whole text, and single ones inside";
  const hint = mark === "'" ? forApostrophe : forQuotes;
  const message = "The text continues after its closing quotation mark.";
  return explain("SOURCE_QUOTE", message, hint, { column, length: Math.max(1, text.length) });
}

/** Explains `"Best\q"`. */
export const explainEscape = ({ explain }: At): ExplainedError =>
  explain(
    "SOURCE_QUOTE",
    "In double quotes, a backslash begins a special character, and this one does not exist.",
    "write the backslash twice, or use single quotes",
    { length: 2 },
  );
