import type { Derivation, PageInput, SiteView } from "eventsite/kit";

interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** By address. */
export const pageTitles: Derivation<ReadonlyMap<string, string>> = {
  name: "page titles",
  make: ({ list }) => new Map(list("pages").map(({ path = "", data }) => [path, data.title])),
};

/** The page that hosts show for unknown addresses: it has no address of its own, so it is in no trail. */
export const isNotFound = (page: PageInput): boolean => page.collection === "pages" && page.slug === "404";

/** The pages from the start page down to this one, both included; only the start page on the start page. */
export function trail(page: PageInput, site: SiteView): readonly Crumb[] {
  const home = { name: site.settings.head.breadcrumbHome, path: "/" };
  if (page.path === "/") return [home];
  const names = page.path.split("/").slice(1, -1);
  const parents = names.flatMap((_, index) => parentCrumb(`/${names.slice(0, index + 1).join("/")}`, site));
  return [home, ...parents, { name: linkName(page.path, site) ?? ownName(page), path: page.path }];
}

function parentCrumb(path: string, site: SiteView): readonly Crumb[] {
  const name = linkName(path, site) ?? site.derived(pageTitles, path);
  return name === undefined ? [] : [{ name, path }];
}

/** The word by which header and footer link to a page: short, and known to those who came by it. */
function linkName(path: string, { settings }: SiteView): string | undefined {
  const { header, footer } = settings;
  const links = [...header.links, ...footer.quickLinks.links, ...footer.legal.links];
  return links.find(({ href }) => href === path)?.label;
}

const ownName = ({ data }: PageInput) => String(data.name ?? data.heading ?? data.title);
