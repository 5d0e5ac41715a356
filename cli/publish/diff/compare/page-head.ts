// Reads the head of a page: texts for tabs, search results and shared links, and data for machines.
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { attributesOfElement, elementsIn, withoutHashes, withoutOrigin } from "./page-files.ts";

/** In the order in which a report lists them. */
export const HEAD_NAMES = [
  "title",
  "description",
  "shared title",
  "shared description",
  "language",
  "robots",
  "canonical address",
] as const;
export type HeadName = (typeof HEAD_NAMES)[number];

const META: Readonly<Record<string, HeadName>> = {
  description: "description",
  robots: "robots",
  "og:title": "shared title",
  "og:description": "shared description",
};

export interface PageHead {
  /** "https://www.example.com", as the page names itself; "" if it does not. */
  readonly origin: string;
  /** The target of a page that only redirects. */
  readonly leadsTo: string | undefined;
  readonly says: ReadonlyMap<HeadName, string>;
  /** The picture of shared links: a path of this site. */
  readonly card: { readonly src: string; readonly alt: string } | undefined;
  readonly siteName: string;
  readonly style: string;
  readonly scripts: string;
  /** Structured data. */
  readonly data: string;
  readonly loads: readonly string[];
}

export function readHead(document: Tree.Document): PageHead {
  const elements = elementsIn(document);
  const elementsNamed = (tag: string) => elements.filter(({ tagName }) => tagName === tag).map(withAttributes);
  const links = elementsNamed("link");
  const canonical = links.find(({ get }) => get("rel") === "canonical")?.get("href") ?? "";
  const metas = new Map(elementsNamed("meta").map(({ get }) => [get("name") || get("property"), get("content")]));
  // The not-found page has no canonical address.
  const ownAddress = [canonical, metas.get("og:url"), metas.get("og:image")].find((url = "") => URL.canParse(url));
  const origin = ownAddress === undefined ? "" : new URL(ownAddress).origin;
  const refresh = elementsNamed("meta").find(({ get }) => /^refresh$/i.test(get("http-equiv")));
  const says = new Map<HeadName, string>();
  const say = (name: HeadName, value: string | undefined) => value && says.set(name, value.replace(/\s+/g, " ").trim());
  for (const { text } of elementsNamed("title").slice(0, 1)) say("title", text);
  for (const [key, name] of Object.entries(META)) say(name, metas.get(key));
  // Most pages are shared with their own title and description.
  for (const name of ["title", "description"] as const)
    if (says.get(`shared ${name}`) === says.get(name)) says.delete(`shared ${name}`);
  for (const { get } of elementsNamed("html").slice(0, 1)) say("language", get("lang"));
  say("canonical address", withoutOrigin(canonical, origin));
  const card = metas.get("og:image");
  const scripts = elementsNamed("script");
  const data = scripts.filter(({ get }) => get("type") === "application/ld+json").map(({ text }) => text);
  const sources = scripts.map(({ get }) => withoutOrigin(get("src"), origin)).filter((src) => src !== "");
  const sheets = links.filter(({ get }) => get("rel") === "stylesheet").map(({ get }) => get("href"));
  const fonts = links
    .filter(({ get }) => get("rel") === "preload" && get("as") === "font")
    .map(({ get }) => get("href"));
  const rules = elementsNamed("style").map(({ text }) =>
    withoutHashes(text).replace(/\.ground-[0-9a-f]{6}\{[^}]*\}/g, ""),
  );
  return {
    origin,
    leadsTo: refresh && withoutOrigin(/url=(.*)$/i.exec(refresh.get("content"))?.[1]?.trim() ?? "", origin),
    says,
    card: card ? { src: withoutOrigin(card, origin), alt: metas.get("og:image:alt") ?? "" } : undefined,
    siteName: metas.get("og:site_name") ?? "",
    style: [...rules, ...sheets].join("\n"),
    scripts: sources.join("\n"),
    data: withoutHashes(data.join("\n")).replaceAll(origin === "" ? "\0" : origin, ""),
    loads: [...sheets, ...sources, ...fonts].map((file) => withoutOrigin(file, origin)),
  };
}

function withAttributes(element: Tree.Element) {
  const attributes = attributesOfElement(element);
  const text = element.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
  return { get: (name: string) => attributes.get(name) ?? "", text };
}
