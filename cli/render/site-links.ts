// Links of templates → links of pages, below the path of the site.

import type { SiteView } from "../../templates/kit/index.ts";
import { linkOnSite } from "../content/references/link-on-site.ts";
import { publishedPath } from "../routes/addresses.ts";
import { basePathOf } from "../routes/base-path.ts";
import type { SiteData } from "./site-data.ts";

export function siteLinks({
  baseUrl,
  links,
}: Pick<SiteData, "baseUrl" | "links">): Pick<SiteView, "href" | "absolute"> {
  const base = basePathOf(baseUrl);
  const origin = baseUrl.slice(0, baseUrl.length - base.length);
  /** Addresses from `image`, `picture` and `card` are below the path already. */
  const isCarried = (target: string) => base !== "" && target.startsWith(`${base}/assets/`);
  const href = (target: string) => {
    if (isCarried(target)) return target;
    const link = linkOnSite(target, baseUrl);
    return link.startsWith("/") ? base + publishedPath(link, links) : link;
  };
  return { href, absolute: (target) => origin + href(target) };
}
