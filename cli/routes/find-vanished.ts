// Addresses that were published and those that will be → the addresses that visitors would lose.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearest } from "../text/suggest.ts";
import { bareAddress, NOT_FOUND_ADDRESS } from "./addresses.ts";
import type { Redirect } from "./plan-redirects.ts";

export interface NextPublication {
  readonly routes: readonly { readonly path: string; readonly source?: string }[];
  readonly redirects: readonly Redirect[];
  /** Gone on purpose: addresses with or without a slash at the end. */
  readonly gone: readonly string[];
}

const WAS = { published: "is published", built: "was in the last build", compared: "was there before" } as const;

/**
 * One ROUTE_VANISHED for each published address that is neither a page nor a redirect of the next publication, sorted. `published` are
 * addresses of pages and of redirects: "/services/galas/". It is a warning for addresses of the last build or of a compared site: nobody may
 * have seen them.
 */
export function findVanished(
  published: readonly string[],
  { routes, redirects, gone }: NextPublication,
  origin: keyof typeof WAS = "published",
): Diagnostic[] {
  const next = [...routes.map(({ path }) => path), ...redirects.map(({ from }) => from), ...gone];
  const current = new Set(next.map(bareAddress));
  const pages = routes.map(({ path }) => bareAddress(path)).filter((path) => path !== NOT_FOUND_ADDRESS);
  return [...new Set(published)]
    .filter((path) => path !== NOT_FOUND_ADDRESS && !current.has(bareAddress(path)))
    .sort()
    .map((path) => {
      const near = nearestPage(bareAddress(path), pages);
      const isPublished = origin === "published";
      const advice = `lead visitors on, such as to ${near}, with "- { from: ${path}, to: ${near} }" under "moved:" in site.yaml`;
      return {
        code: "ROUTE_VANISHED" as const,
        severity: isPublished ? ("error" as const) : ("warning" as const),
        message: `${path} ${WAS[origin]}, and is neither a page nor a redirect of this one: links to it from elsewhere would break.`,
        hint: `${advice}; if it is gone on purpose, ${isPublished ? `add --gone ${path}, or put` : "put"} it under "gone:" there`,
      };
    });
}

/** The page with the nearest name, or else the nearest page above. */
function nearestPage(path: string, pages: readonly string[]): string {
  const near = nearest(path, pages);
  if (near !== undefined) return near;
  const folders = path.split("/").slice(0, -1);
  for (; folders.length > 1; folders.pop()) if (pages.includes(folders.join("/"))) return folders.join("/");
  return "/";
}
