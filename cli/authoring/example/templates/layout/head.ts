// The head of a page as data.
import type { HeadTag, Image, PageInput, SiteView } from "eventsite/kit";

const meta = (attributes: Record<string, string>): HeadTag => ({ tag: "meta", attributes });
const link = (rel: string, href: string): HeadTag => ({ tag: "link", attributes: { rel, href } });

export function headTags({ path, collection, data }: PageInput, site: SiteView): readonly HeadTag[] {
  const { brand, socialImage } = site.settings;
  const [title, description] = [String(data.title), String(data.description)];
  // The build has checked them against the collection's schema.
  const picture = (data.socialImage as Image | undefined) ?? socialImage;
  const card = site.card({ collection, picture, title, brand: brand.name });
  return [
    meta({ charset: "utf-8" }),
    meta({ name: "viewport", content: "width=device-width, initial-scale=1" }),
    { tag: "title", text: `${title} – ${brand.name}` },
    meta({ name: "description", content: description }),
    data.listed === false ? meta({ name: "robots", content: "noindex" }) : link("canonical", site.absolute(path)),
    link("icon", site.href("/icon.svg")),
    // How the page looks where its link is shared.
    meta({ property: "og:title", content: title }),
    meta({ property: "og:description", content: description }),
    meta({ property: "og:image", content: site.absolute(card.url) }),
    meta({ property: "og:image:alt", content: picture.alt }),
    meta({ name: "twitter:card", content: "summary_large_image" }),
  ];
}
