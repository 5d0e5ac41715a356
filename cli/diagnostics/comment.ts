// A report as Markdown, for a comment on a request of GitHub or GitLab. Its readers have no terminal: codes and frames are left out.
import { type Diagnostic, isError, sentenceOf } from "./diagnostic.ts";

/** Both hosts refuse comments that are much longer. */
const MOST_ITEMS = 50;

export function formatComment(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(isError);
  const warnings = diagnostics.filter((each) => !isError(each));
  if (errors.length + warnings.length === 0) return "**No problems were found.**\n";
  const problems = errors.length === 1 ? "One problem keeps" : `${errors.length} problems keep`;
  const notes = warnings.length === 1 ? "One thing to look at" : `${warnings.length} things to look at`;
  const parts = [
    ...(errors.length > 0 ? [`**${problems} this from being published.**`, listOf(errors)] : []),
    ...(warnings.length > 0 ? [`**${notes}; nothing of it stops publishing.**`, listOf(warnings)] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

function listOf(diagnostics: readonly Diagnostic[]): string {
  const items = diagnostics.slice(0, MOST_ITEMS).map((each) => `- ${placeOf(each)}${escaped(sentenceOf(each))}`);
  const unlisted = diagnostics.length - items.length;
  return [
    ...items,
    ...(unlisted > 0 ? [`- and ${unlisted} more: \`npx eventsite check\` lists all of them`] : []),
  ].join("\n");
}

function placeOf({ file, line }: Diagnostic): string {
  if (file === undefined) return "";
  return `**${escaped(file)}${line === undefined ? "" : `, line ${line}`}:** `;
}

/** Marks in words of the content do not format them; commands stay code. */
const escaped = (text: string): string =>
  text
    .replace(/\s*\n\s*/g, " ")
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\`*_[\]<>#|~&]/g, "\\$&")))
    .join("");
