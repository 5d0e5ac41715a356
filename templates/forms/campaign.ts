// Campaign fields: how the visit began, as a form sends it along.
import type { CampaignField } from "../model/form-fields.ts";

export const VISIT_KEY = "eventsite:visit";

/** Characters at most; the rest is cut off, since nobody typed it and nobody could correct it. */
export const CAMPAIGN_LIMIT = 500;

/** The fields that have a value; throws where what is stored is not readable. `stored` is what the tab remembers of the visit; `page` is the form's, which is no news to the relay. */
export function campaignValues(
  names: readonly CampaignField[],
  stored: string | null,
  page: string,
): Readonly<Partial<Record<CampaignField, string>>> {
  const visit = JSON.parse(stored ?? "{}");
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = plainLine(visit[name] ?? "");
      const isNews = value !== "" && (name !== "landingPage" || routeOf(value) !== routeOf(page));
      return isNews ? [[name, value]] : [];
    }),
  );
}

/** As the relay takes a line of text; anything may be stored. */
const plainLine = (value: unknown): string =>
  String(value)
    .normalize()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .slice(0, CAMPAIGN_LIMIT)
    .trim();

/** Hosts differ in how the address of a page ends: "/venues", "/venues/", "/venues/index.html". */
const routeOf = (path: string): string => path.replace(/\/(?:index\.html)?$/, "");
