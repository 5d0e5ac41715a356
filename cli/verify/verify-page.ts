import type { Heading, HtmlProblem, HtmlScan } from "./scan-html.ts";
import type { PageLinks } from "./shared-texts.ts";

/** The parts of a finished page that the check of the site needs. */
export interface PageScan {
  /** The links of its head and its pieces. Pages share objects for what they have in common. */
  readonly links: readonly PageLinks[];
  readonly problems: readonly HtmlProblem[];
}

/** Checks the pieces of one page by themselves. `opening` are the types of sections that have a main heading. */
export function verifyPage(parts: readonly HtmlScan[], opening: readonly string[] = []): HtmlProblem[] {
  const ids = parts.flatMap((part) => part.ids);
  const problems = parts.flatMap((part) => part.problems);
  const uniqueIds = new Set(ids);
  for (const id of uniqueIds.size === ids.length ? [] : duplicateIds(ids)) {
    const message = `The id "${id}" is used twice on the page.`;
    problems.push({ code: "VERIFY_DUPLICATE_ID", message, needle: id, hint: "give one of the two parts another id" });
  }
  for (const { idReferences } of parts) {
    for (const id of idReferences) {
      if (uniqueIds.has(id)) continue;
      const message = `The page names a part "${id}" that it does not have.`;
      problems.push({ code: "VERIFY_BROKEN_FRAGMENT", message, needle: id });
    }
  }
  const headings = parts.flatMap((part) => part.headings);
  return [...problems, ...headingProblems(headings, opening)];
}

/** Templates derive ids from the id of a section ("form" and "form-heading"): only the id in the content is reported. */
function duplicateIds(ids: readonly string[]): string[] {
  const earlier = new Set<string>();
  const isRepeated = (id: string) => earlier.has(id) || !earlier.add(id);
  const twice = [...new Set(ids.filter(isRepeated))];
  return twice.filter((id) => !twice.some((other) => id.startsWith(`${other}-`)));
}

/** A number that was typed behind that of the page: "1. Introduction", "2) Introduction", "1.1 Introduction", "II. Introduction". */
const NUMBERED_TWICE = /^\d+\. ((?:\d+[.)]|\d+(?:\.\d+)+\.?|[IVX]+[.)])\s.*)$/;

function headingProblems(headings: readonly Heading[], opening: readonly string[]): HtmlProblem[] {
  const mains = headings.filter(({ level }) => level === 1).length;
  const problems: HtmlProblem[] = [];
  if (mains !== 1) {
    const message =
      mains === 0
        ? `The page has no main heading${opening.length > 0 ? `: one section of it must be a ${opening.join(" or ")}` : ""}.`
        : `The page has ${mains} main headings; it may have one${opening.length > 0 ? `: one ${opening.join(" or ")}` : ""}.`;
    problems.push({ code: "VERIFY_HEADINGS", message, needle: ["sections"] });
  }
  for (const { text } of headings) {
    const [, typed] = NUMBERED_TWICE.exec(text) ?? [];
    if (typed === undefined) continue;
    const message = `The heading "${text}" has two numbers: the page counts its headings itself.`;
    const hint = "write the words alone, without the number";
    problems.push({ code: "VERIFY_HEADINGS", severity: "warning", message, needle: typed, hint });
  }
  for (const [index, { level, text }] of headings.entries()) {
    const above = headings[index - 1]?.level ?? level;
    if (level <= above + 1) continue;
    const message = `A heading of level ${level} follows one of level ${above}; no level may be left out.`;
    problems.push({ code: "VERIFY_HEADINGS", message, needle: text || ["sections"] });
    break;
  }
  return problems;
}
