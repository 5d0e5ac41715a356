// Checks the finished pages together: every internal link, fragment and file must exist, and titles and descriptions must differ.

import { insideBase } from "../routes/base-path.ts";
import { decodeAddress } from "../routes/plan-redirects.ts";
import { nameInWords, nearest } from "../text/suggest.ts";
import { getOrMake } from "../work/get-or-make.ts";
import type { HtmlProblem } from "./scan-html.ts";
import type { PageLinks } from "./shared-texts.ts";

/** A page with its links, and the ids that others can link to. */
interface LinkedPage {
  readonly path: string;
  readonly links: readonly PageLinks[];
  /** Whether it does not have all of its parts yet. Default: false. */
  readonly isIncomplete?: boolean | undefined;
}

/** The parts of a rendered page that checks against other pages need. */
export interface VerifiablePage extends LinkedPage {
  readonly title: string;
  readonly description: string;
  /** Whether search engines list the page, where two must not have the same title. */
  readonly listed: boolean;
}

interface SiteProblem extends HtmlProblem {
  /** Index of the page. */
  readonly page: number;
}

/**
 * `files` are the addresses of everything else that is published: "/icon.svg". If it is undefined, not all files and pages are known: only
 * links to parts of known pages are checked.
 */
export function verifySite(
  pages: readonly VerifiablePage[],
  files: ReadonlySet<string> | undefined,
  base = "",
): SiteProblem[] {
  const reached = reachedPages(pages, base);
  return [
    ...brokenLinks(pages, files, base),
    ...duplicates(pages, "title", reached),
    ...duplicates(pages, "description", reached),
    ...(files ? unlinked(pages, reached) : []),
  ];
}

/** Problems of links to pages and files of the site, and to parts of pages. */
function brokenLinks(
  pages: readonly LinkedPage[],
  files: ReadonlySet<string> | undefined,
  base: string,
): SiteProblem[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const hasId = ({ links }: LinkedPage, id: string): boolean => links.some(({ ids }) => ids.includes(id));
  const problemOf = (target: string, page: LinkedPage | undefined): HtmlProblem | undefined => {
    const { path: carried, fragment } = openTarget(target);
    const path = carried === "" ? "" : insideBase(base, carried) || undefined;
    if (path === undefined)
      return {
        code: "VERIFY_BROKEN_LINK",
        message: `The page refers to "${target}", which is not below "${base}/", where the site is published.`,
        needle: target,
        target,
        hint: "templates write addresses by `site.href`",
      };
    if (path !== "" && files && !byPath.has(path) && !files.has(path))
      return {
        code: "VERIFY_BROKEN_LINK",
        message: `The page refers to "${target}", which the site does not have.`,
        needle: target.slice(base.length).replace(/(?<=.)\/$/, ""),
        target,
      };
    // The fragments of other files, and of pages that could not be rendered as a whole, are not known.
    // Browsers support "#top" on every page.
    const other = path === "" ? page : byPath.get(path);
    if (fragment === "" || fragment === "top" || !other || other.isIncomplete || hasId(other, fragment))
      return undefined;
    return {
      code: "VERIFY_BROKEN_FRAGMENT",
      message: `The page links to "${target}", but there is no part "${fragment}" on that page.`,
      needle: `#${fragment}`,
      target,
      hint: fragmentHint(fragment, other),
    };
  };
  // Almost every target is on many pages, mostly in links that these share. A link to another page is the same for all of them. To be checked
  // for each page are those to parts of the page itself, and those with a problem.
  const perPage = new Map<string, boolean>();
  const isPerPage = (target: string): boolean =>
    getOrMake(perPage, target, () => /^[#?]/.test(target) || problemOf(target, undefined) !== undefined);
  const perPageTargets = new Map<PageLinks, readonly string[]>();
  return pages.flatMap((page, index) => {
    const targets = page.links.flatMap((links) =>
      getOrMake(perPageTargets, links, () => links.targets.filter(isPerPage)),
    );
    return [...new Set(targets)].flatMap((target) => {
      const problem = problemOf(target, page);
      return problem ? [{ ...problem, page: index }] : [];
    });
  });
}

function openTarget(target: string): { readonly path: string; readonly fragment: string } {
  const hash = target.indexOf("#");
  const path = (hash === -1 ? target : target.slice(0, hash)).replace(/\?.*$/, "");
  return { path, fragment: hash === -1 ? "" : decodeAddress(target.slice(hash + 1)) };
}

/** The pages that can be reached from the start page. */
function reachedPages(pages: readonly LinkedPage[], base: string): ReadonlySet<LinkedPage> {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const start = byPath.get("/");
  const reached = new Set(start && [start]);
  // The same links are on many pages: they are followed once.
  const followed = new Set<PageLinks>();
  for (const { links } of reached) {
    for (const each of links) {
      for (const target of followed.has(each) ? [] : each.targets) {
        const path = insideBase(base, target) ?? "";
        const page = byPath.get(path) ?? byPath.get(path.replace(/[?#].*$/s, ""));
        if (page) reached.add(page);
      }
      followed.add(each);
    }
  }
  return reached;
}

/** Unlisted pages are left out: visitors reach them in other ways, such as by a form. */
function unlinked(pages: readonly VerifiablePage[], reached: ReadonlySet<LinkedPage>): SiteProblem[] {
  // Without a start page, its absence is reported instead of every page.
  if (reached.size === 0) return [];
  return pages.flatMap((page, index) =>
    page.listed && !reached.has(page)
      ? [
          {
            page: index,
            code: "ROUTE_UNLINKED" as const,
            severity: "warning" as const,
            message: "No link leads here from the start page.",
            needle: ["title"],
            hint: "link to it from a page, the navigation or the footer",
          },
        ]
      : [],
  );
}

function fragmentHint(fragment: string, { links }: LinkedPage): string {
  const ids = links.flatMap((each) => each.ids);
  const near = nearest(fragment, ids);
  if (near !== undefined) return `did you mean "#${near}"?`;
  return `give the section that is meant a line "id: ${fragment}", or take "#${fragment}" out of the link`;
}

/** Low for the copy of an entry: no link leads there, its texts do not fit its name, or its name is longer. */
const originality = ({ path, title, description }: VerifiablePage, isReached: boolean): number =>
  2 * Number(isReached) + nameInWords(path, `${title} ${description}`) - path.length / 10_000;

function duplicates(
  pages: readonly VerifiablePage[],
  field: "title" | "description",
  reached: ReadonlySet<LinkedPage>,
): SiteProblem[] {
  const first = new Map<string, VerifiablePage>();
  return pages.flatMap((page, index) => {
    if (!page.listed) return [];
    const earlier = first.get(page[field]);
    if (earlier) {
      const isCopy = originality(page, reached.has(page)) <= originality(earlier, reached.has(earlier));
      const [copy, other] = isCopy ? [page, earlier] : [earlier, page];
      first.set(page[field], other);
      return [
        {
          page: isCopy ? index : pages.indexOf(copy),
          code: "VERIFY_DUPLICATE_TITLE" as const,
          message: `This page has the same ${field} as ${other.path}.`,
          needle: [field],
          hint: `give each page a ${field} of its own: search results show it`,
        },
      ];
    }
    first.set(page[field], page);
    return [];
  });
}
