// Titles and descriptions of all pages as one text, to see whether a new one may be taken without opening every page.
import { contentHash } from "../emit/output-file.ts";
import type { EntrySummary } from "../entries/load-entries.ts";
import type { PageJob } from "../entries/page-job.ts";
import { NOT_FOUND_FILE } from "../routes/plan-routes.ts";

type Titled = Pick<EntrySummary, "title" | "description">;

const FIELDS = ["title", "description"] as const;

/** Whether search finds a page: such pages must not have the same title or description. */
export const isSearched = ({ listed }: Pick<EntrySummary, "listed">, { output }: Pick<PageJob, "output">): boolean =>
  listed && output !== NOT_FOUND_FILE;

/** Half of a hash is enough: two pages that have it by chance are compared by all stages. */
const begin = (titled: Titled, field: (typeof FIELDS)[number]) =>
  `\n${field}\t${contentHash(titled[field]).slice(0, 20)}\t`;

/** Those of the page whose source is at `path`. */
export const titleLines = (titled: Titled, path: string): string =>
  FIELDS.map((field) => `${begin(titled, field)}${path}\n`).join("");

/** The sources of pages with the same title or description. */
export const sameTitled = (titles: string, titled: Titled): string[] =>
  FIELDS.flatMap((field) => {
    const found: string[] = [];
    const wanted = begin(titled, field);
    for (let at = titles.indexOf(wanted); at !== -1; at = titles.indexOf(wanted, at + 1))
      found.push(titles.slice(at + wanted.length, titles.indexOf("\n", at + wanted.length)));
    return found;
  });
