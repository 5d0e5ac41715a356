// The script that every page carries where a form of the site has campaign fields: it remembers how the visit began, for forms on later
// pages. The tab's session storage holds it until the tab is closed; nothing is sent.
import type { SiteFile, SiteView } from "eventsite/kit";
import { CAMPAIGN_FIELDS, type CampaignField } from "../model/form-fields.ts";
import { VISIT_KEY } from "./campaign.ts";

/**
 * Runs in the browser, and is sent as its own source: it uses nothing of this file. Only the first page of a visit writes. Of an address of
 * another site it takes neither query nor fragment, of a page of ours neither.
 */
export function rememberVisit(key: string, names: readonly string[]): void {
  try {
    if (sessionStorage.getItem(key) !== null) return;
    const visit: Record<string, string> = {};
    for (const name of names) {
      let value = new URLSearchParams(location.search).get(name);
      if (name === "landingPage") value = location.pathname;
      if (name === "referrer") {
        const { protocol, host, hostname, pathname } = new URL(document.referrer || location.href);
        value = hostname === location.hostname ? "" : `${protocol}//${host}${pathname}`;
      }
      if (value) visit[name] = value.slice(0, 999);
    }
    sessionStorage.setItem(key, JSON.stringify(visit));
  } catch {
    // Without storage a form is sent without these fields.
  }
}

/** None where no form has campaign fields. It takes no more than those fields ask for. */
export function visitScripts({ list, digest }: Pick<SiteView, "list" | "digest">): readonly SiteFile[] {
  const forms = list("forms");
  const isWanted = (name: CampaignField) => forms.some(({ data }) => data.campaign.includes(name));
  const names = CAMPAIGN_FIELDS.filter(isWanted);
  if (names.length === 0) return [];
  const text = `(${rememberVisit})(${JSON.stringify(VISIT_KEY)},${JSON.stringify(names)});\n`;
  return [{ path: `/assets/scripts/visit-${digest(text)}.js`, text }];
}
