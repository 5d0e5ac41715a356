// What makes the report look like a page of its site: name, icon, colour and fonts, as the start page says them.
import { contentTypeOf } from "../../emit/file-headers.ts";
import { pageReader } from "../page-facts.ts";
import type { SiteSide } from "../site-side.ts";

export interface Brand {
  /** "" where the site does not say it. */
  readonly name: string;
  /** A data URI. */
  readonly icon: string | undefined;
  /** A colour of CSS. */
  readonly colour: string | undefined;
  /** Rules that define the families, with their files in them. */
  readonly fontRules: string;
  /** Families for headings and for text. */
  readonly headings: string | undefined;
  readonly text: string | undefined;
}

/** More than this would make the report slow to send. */
const MOST_FONT_BYTES = 150_000;

export async function readBrand(side: SiteSide): Promise<Brand> {
  const html = String((await side.read("index.html")) ?? "");
  const { siteName } = (await pageReader())(html);
  const attribute = (pattern: RegExp) => pattern.exec(html)?.[1];
  const iconPath = attribute(/<link rel="icon" href="\/([^"]+)" type="image\/svg\+xml"/) ?? "apple-touch-icon.png";
  const colour = attribute(/<meta name="theme-color" content="(#[0-9a-f]{6})"/i);
  const fonts: { family: string; rule: string }[] = [];
  for (const [rule, body = ""] of html.matchAll(/@font-face\{([^}]*)\}/g)) {
    const [, family] = /font-family:"?([^";]+)"?/.exec(body) ?? [];
    const [address = "", path = ""] = /url\("?\/([^")]+)"?\)/.exec(body) ?? [];
    if (family === undefined || path === "" || (side.files.get(path) ?? MOST_FONT_BYTES) >= MOST_FONT_BYTES) continue;
    const uri = await dataUri(side, path);
    if (uri) fonts.push({ family, rule: rule.replace(address, `url(${uri})`).replace("optional", "swap") });
  }
  return {
    name: siteName,
    icon: await dataUri(side, iconPath),
    colour,
    fontRules: fonts.map(({ rule }) => rule).join("\n"),
    headings: fonts.at(0)?.family,
    text: fonts.at(-1)?.family,
  };
}

async function dataUri(side: SiteSide, path: string): Promise<string | undefined> {
  const bytes = await side.read(path);
  return bytes && `data:${contentTypeOf(path)};base64,${bytes.toString("base64")}`;
}

/** Whether white words can be read on it. */
export function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 < 140;
}
