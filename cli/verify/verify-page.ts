import type { HtmlFacts, HtmlProblem } from "./scan-html.ts";
import type { LinkFacts } from "./text-cache.ts";

/** What the check of the site needs from a finished page. */
export interface PageFacts {
  /** Of its head and its pieces. What pages have in common is the same object. */
  readonly links: readonly LinkFacts[];
  readonly problems: readonly HtmlProblem[];
}

/** Checks in the pieces of one page what needs no other page; `opening` are the types of the sections that have a main heading. */
export function verifyPage(parts: readonly HtmlFacts[], opening: readonly string[] = []): HtmlProblem[] {
  const ids = parts.flatMap((part) => part.ids);
  const problems = parts.flatMap((part) => part.problems);
  const known = new Set(ids);
  for (const id of known.size === ids.length ? [] : duplicateIds(ids)) {
    const message = `The id "${id}" is used twice on the page.`;
    problems.push({ code: "VERIFY_DUPLICATE_ID", message, needle: id, hint: "give one of the two parts another id" });
  }
  for (const { idReferences } of parts) {
    for (const id of idReferences) {
      if (known.has(id)) continue;
      const message = `The page names a part "${id}" that it does not have.`;
      problems.push({ code: "VERIFY_BROKEN_FRAGMENT", message, needle: id });
    }
  }
  const levels = parts.flatMap(({ headings }) => headings);
  return [...problems, ...headingProblems(levels, opening)];
}

/** Templates derive ids from a section's own ("form" and "form-heading"): the one in the content is reported. */
function duplicateIds(ids: readonly string[]): string[] {
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  return twice.filter((id) => !twice.some((other) => id.startsWith(`${other}-`)));
}

function headingProblems(levels: readonly number[], opening: readonly string[]): HtmlProblem[] {
  const mains = levels.filter((level) => level === 1).length;
  const problems: HtmlProblem[] = [];
  if (mains !== 1) {
    const message =
      mains === 0
        ? `The page has no main heading${opening.length > 0 ? `: one section of it must be a ${opening.join(" or ")}` : ""}.`
        : `The page has ${mains} main headings; it may have one${opening.length > 0 ? `: one ${opening.join(" or ")}` : ""}.`;
    problems.push({ code: "VERIFY_HEADINGS", message, needle: ["sections"] });
  }
  const skip = levels.findIndex((level, index) => index > 0 && level > (levels[index - 1] ?? 1) + 1);
  if (skip !== -1) {
    const message = `A heading of level ${levels[skip]} follows one of level ${levels[skip - 1]}; no level may be left out.`;
    problems.push({ code: "VERIFY_HEADINGS", message, needle: ["sections"] });
  }
  return problems;
}
