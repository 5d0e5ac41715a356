// Embeds pictures and pages of the two sites in the report.

import { contentTypeOf } from "../../../hosting/file-headers.ts";
import type { SiteChange } from "../compare/site-change.ts";
import type { SiteSide } from "../compare/site-side.ts";

/** Limits, since a report is read on a phone, too. */
const MOST_PAGES = 12;
const MOST_PICTURE_BYTES = 400_000;

type SideName = "before" | "after";

/** Data URIs by path: "/assets/images/hall-480.jpg". */
export type Embedded = ReadonlyMap<string, string>;

/** Both versions of a page as HTML. One is missing if only one site has the page. */
export type Versions = Partial<Readonly<Record<SideName, string>>>;

/** The changed pictures of one of the two sites. */
export function embedPictures({ pages, repeated }: SiteChange, name: SideName, side: SiteSide): Promise<Embedded> {
  const changes = [...repeated.map(({ change }) => change), ...pages.flatMap((page) => page.changes)];
  return embed(
    side,
    changes.flatMap((change) => (change.what === "picture" ? (change[name]?.src ?? []) : [])),
  );
}

/** Versions by address: pages with changes of their own, then some of those that only look different. */
export async function embedPages({ pages, look }: SiteChange, sides: Readonly<Record<SideName, SiteSide>>) {
  const changedPages = pages.filter(
    ({ kind, changes, to }) => changes.length > 0 && (kind !== "moved" || to?.startsWith("/")),
  );
  const changedAddresses = new Set(pages.map(({ address }) => address));
  const styled = [...new Set([...look.style, ...look.layout])]
    .filter((address) => !changedAddresses.has(address))
    .slice(0, 4);
  const versions = async (before: string | false, after: string | false): Promise<Versions> => ({
    ...(before && { before: await embedPage(sides.before, before) }),
    ...(after && { after: await embedPage(sides.after, after) }),
  });
  const embedded = new Map<string, Versions>();
  for (const { kind, address, to = address } of changedPages.slice(0, MOST_PAGES - styled.length))
    embedded.set(address, await versions(kind !== "added" && address, kind !== "gone" && to));
  for (const address of styled) embedded.set(address, await versions(address, address));
  return embedded;
}

/** A picture is embedded with the first of its sources, which is the smallest. */
const PICTURE = /<picture\b[^>]*>.*?<\/picture>|<img\b[^>]*>/gis;
const firstSource = (html: string): string | undefined =>
  (/\ssrcset="([^\s",]+)/i.exec(html) ?? /\ssrc="([^"]+)"/i.exec(html))?.[1];

/** The page without parts that would load or run something. Its links lead nowhere. */
async function embedPage(side: SiteSide, address: string): Promise<string> {
  const file = decodeURI(address)
    .slice(1)
    .replace(/(^|\/)$/, "$1index.html");
  const html = String((await side.read(file)) ?? "");
  const pictures = await embed(
    side,
    (html.match(PICTURE) ?? []).flatMap((each) => firstSource(each) ?? []),
  );
  return html
    .replace(/<script\b.*?<\/script>|<link\b[^>]*>|<meta http-equiv[^>]*>/gis, "")
    .replace(PICTURE, (picture) => {
      const image = /<img\b[^>]*>/i.exec(picture)?.[0] ?? "";
      const source = pictures.get(firstSource(picture) ?? "") ?? "data:,";
      return image.replace(/\s(?:srcset|sizes|loading)="[^"]*"/gi, "").replace(/\ssrc="[^"]*"/i, ` src="${source}"`);
    })
    .replace("</head>", "<style>a,button{pointer-events:none}</style></head>");
}

async function embed({ read }: SiteSide, sources: readonly string[]): Promise<Embedded> {
  const embedded = new Map<string, string>();
  for (const source of new Set(sources)) {
    if (!/^\/(?!\/)/.test(source)) continue;
    const path = decodeURI(source.slice(1));
    const bytes = await read(path);
    if (bytes && bytes.length <= MOST_PICTURE_BYTES)
      embedded.set(source, `data:${contentTypeOf(path)};base64,${bytes.toString("base64")}`);
  }
  return embedded;
}
