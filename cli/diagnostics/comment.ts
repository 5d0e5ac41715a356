// A report as Markdown, for a comment on a request of GitHub or GitLab: for people who have no terminal, so without codes and frames.
import { type Diagnostic, isError, sentenceOf } from "./diagnostic.ts";

/** Both hosts refuse comments that are much longer. */
const MOST_ITEMS = 50;

export function formatComment(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError);
  const warnings = diagnostics.filter((each) => !isError(each));
  if (errors.length + warnings.length === 0) return "**No problems were found.**\n";
  const [problems, notes] = [
    errors.length === 1 ? "One problem keeps" : `${errors.length} problems keep`,
    warnings.length === 1 ? "One thing to look at" : `${warnings.length} things to look at`,
  ];
  const parts = [
    ...(errors.length > 0 ? [`**${problems} this from being published.**`, listOf(errors)] : []),
    ...(warnings.length > 0 ? [`**${notes}; nothing of it stops publishing.**`, listOf(warnings)] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

function listOf(diagnostics: readonly Diagnostic[]): string {
  const items = diagnostics.slice(0, MOST_ITEMS).map((each) => `- ${placeOf(each)}${escaped(sentenceOf(each))}`);
  const more = diagnostics.length - items.length;
  return [...items, ...(more > 0 ? [`- and ${more} more: \`npx eventsite check\` lists all of them`] : [])].join("\n");
}

function placeOf({ file, line }: Diagnostic): string {
  if (file === undefined) return "";
  return `**${escaped(file)}${line === undefined ? "" : `, line ${line}`}:** `;
}

/** Words of the content are words, whatever marks they hold; commands stay code. */
const escaped = (text: string): string =>
  text
    .replace(/\s*\n\s*/g, " ")
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\`*_[\]<>#|~&]/g, "\\$&")))
    .join("");
