import type { Publication } from "./ledger.ts";

/** A publication without its files. */
export type PublicationSummary = Pick<Publication, "id" | "at" | "commit" | "pages" | "site" | "rollbackOf">;

export const summaryOf = ({ id, at, commit, pages, site, rollbackOf }: Publication): PublicationSummary => ({
  id,
  at,
  commit,
  pages,
  site,
  rollbackOf,
});
