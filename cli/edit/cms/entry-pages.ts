// The page of an entry, by the name that the CMS has of it.

import type { SiteSession } from "../../pipeline/watch-session.ts";
import type { SiteRules } from "../text/site-rules.ts";

/** The path of an entry's page; the start page where its collection has none. */
export function pageOfForm(collection: string, slug: string, session: SiteSession, rules: SiteRules | undefined) {
  const { collections = [] } = session.loaded()?.templates.templates ?? {};
  const { entries = [] } = rules?.list() ?? {};
  // Decap writes the name of a variant, "home@short", as "home-short".
  const variant = entries.find((each) => each.collection === collection && `${each.slug}-${each.variant}` === slug);
  const path = collections.find(({ name }) => name === collection)?.path?.(variant?.slug ?? slug) ?? "/";
  return session.basePath() + path;
}
