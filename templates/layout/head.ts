// The head of a page as data, in the order for browsers and crawlers: tags that decide how the rest is read come first.
import type { HeadTag, Image, PageInput, SiteView } from "eventsite/kit";
import { palette } from "../look/palette.ts";
import { iconPaths } from "./icons.ts";
import { structuredData } from "./structured-data.ts";
import { isNotFound } from "./trail.ts";
import { manifestPath } from "./web-manifest.ts";

const meta = (attributes: Record<string, string>): HeadTag => ({ tag: "meta", attributes });
const link = (rel: string, href: string, attributes: Record<string, string> = {}): HeadTag => ({
  tag: "link",
  attributes: { rel, href, ...attributes },
});

export function headTags(page: PageInput, site: SiteView): readonly HeadTag[] {
  const { head } = site.settings;
  const title = head.titlePattern.replace("{title}", () => String(page.data.title));
  const description = String(page.data.description);
  const notFound = isNotFound(page);
  return [
    meta({ charset: "utf-8" }),
    meta({ name: "viewport", content: "width=device-width, initial-scale=1" }),
    { tag: "title", text: title },
    ...site.fonts.map((href) => link("preload", href, { as: "font", type: "font/woff2", crossorigin: "" })),
    meta({ name: "description", content: description }),
    ...(notFound ? [] : [link("canonical", site.absolute(page.path))]),
    ...(notFound || page.data.listed === false ? [meta({ name: "robots", content: "noindex" })] : []),
    meta({ name: "theme-color", content: head.themeColor ?? palette["ink-950"] }),
    ...sharedCard(page, site, title, description),
    ...icons(site),
    link("manifest", site.href(manifestPath)),
    { tag: "script", type: "application/ld+json", json: structuredData(page, site) },
  ];
}

/** Open Graph and its like: how the page looks when its link is shared. */
function sharedCard(page: PageInput, site: SiteView, title: string, description: string): readonly HeadTag[] {
  const picture = cardPicture(page) ?? site.settings.head.socialImage;
  const brand = site.settings.brand.name;
  const card = site.card({ collection: page.collection, picture, title: cardTitle(page), brand });
  const properties: Record<string, string> = {
    type: "website",
    site_name: site.settings.brand.name,
    title,
    description,
    ...(isNotFound(page) ? {} : { url: site.absolute(page.path) }),
    image: site.absolute(card.url),
    "image:type": card.type,
    "image:width": String(card.width),
    "image:height": String(card.height),
    "image:alt": picture.alt,
    locale: site.settings.language.replace("-", "_"),
  };
  return [
    ...Object.entries(properties).map(([name, content]) => meta({ property: `og:${name}`, content })),
    meta({ name: "twitter:card", content: "summary_large_image" }),
  ];
}

/** The words of the page's own heading; without one, its title. */
function cardTitle(page: PageInput): string {
  const heading = openings(page).find(({ heading }) => typeof heading === "string")?.heading;
  return String(heading ?? page.data.title);
}

/** What the page says, or the picture it opens with. */
function cardPicture(page: PageInput): Image | undefined {
  const socialImage = page.data.socialImage as Image | undefined;
  return socialImage ?? openings(page).flatMap(({ image, slides }) => image ?? slides?.[0]?.image ?? [])[0];
}

interface Opening {
  readonly heading?: unknown;
  readonly image?: Image;
  readonly slides?: readonly { readonly image?: Image }[];
}

/** The section a page opens with. PageInput keeps data untyped; the build has checked it against the section's schema. */
const openings = ({ data }: PageInput): readonly Opening[] =>
  (Array.isArray(data.sections) ? (data.sections as readonly Opening[]) : []).slice(0, 1);

const icons = ({ href }: SiteView): readonly HeadTag[] => [
  link("icon", href(iconPaths.ico), { sizes: "32x32" }),
  link("icon", href(iconPaths.svg), { type: "image/svg+xml" }),
  link("apple-touch-icon", href(iconPaths.apple)),
];
