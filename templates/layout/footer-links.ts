import type { Action, Derivation, SiteView } from "eventsite/kit";
import { type ServiceGroup, serviceGroups } from "../model/service-groups.ts";

interface ServiceColumn {
  readonly title: string;
  readonly links: readonly Action[];
}

interface FooterLinks {
  readonly columns: readonly ServiceColumn[];
  /** Every page the footer leads to. */
  readonly paths: ReadonlySet<string>;
}

/** What the footer links to is the same on all pages. */
export const footerLinks: Derivation<FooterLinks> = {
  name: "footer",
  make(site) {
    const { footer } = site.settings;
    const columns = serviceGroups(site)
      .map((group) => serviceColumn(group, footer.servicesPerGroup))
      .filter(({ links }) => links.length > 0);
    const all = [...columns.flatMap(({ links }) => links), ...footer.quickLinks.links, ...footer.legal.links];
    return { columns, paths: new Set([...all, footer.allServices].map(({ href }) => href)) };
  },
};

/** A service is listed once for each of its footer labels. */
function serviceColumn({ title, services }: ServiceGroup, count: number): ServiceColumn {
  const links: Action[] = [];
  for (const { path, data } of services) {
    for (const label of data.footerLabels) links.push({ label, href: path ?? "/" });
    if (links.length >= count) break;
  }
  return { title, links: links.slice(0, count) };
}

/** All pages that the footer does not lead to share one footer. */
export function footerKey(path: string, site: SiteView): string {
  return site.derived(footerLinks).paths.has(path) ? `footer ${path}` : "footer";
}
