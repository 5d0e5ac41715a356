// The query of a desk address: which requests are listed.
import type { Request } from "express";
import type { Filter } from "../../service/parameters.ts";
import type { OpenSubmissions } from "../../store/operations/open-submissions.ts";
import type { ListQuery } from "./list-page.ts";

export const ROWS = 50;

export const searchOf = ({ originalUrl }: Request): URLSearchParams => new URL(originalUrl, "http://desk").searchParams;

/** What the tabs of the list show. */
const FILTERS: Readonly<Record<keyof OpenSubmissions, Filter>> = {
  held: { heldFor: "suspicion" },
  dead: { state: "dead" },
  waiting: { state: "queued" },
  blocked: { heldFor: "blocked" },
};

/** What an address says, as far as it can be used. */
export function queryOf(search: URLSearchParams): ListQuery {
  const [words = "", state = "", after = ""] = ["search", "state", "after"].map((name) => search.get(name)?.trim());
  return {
    search: words.slice(0, 200),
    state: Object.hasOwn(FILTERS, state) ? (state as keyof OpenSubmissions) : "",
    after: /^[\da-f-]{1,100}$/.test(after) ? after : "",
  };
}

export const filterOfQuery = ({ search, state }: ListQuery): Filter => ({
  ...(state === "" ? {} : FILTERS[state]),
  search: search || undefined,
});
