import type { PictureAsset } from "../../templates/kit/index.ts";
import { escapeHtml } from "./head-html.ts";

/** A picture of a Markdown text, rendered as the templates render all pictures. */
export function pictureHtml({ sources, src, width, height, groundClass }: PictureAsset, alt: string): string {
  const image = tag("img", {
    class: groundClass,
    src,
    width,
    height,
    alt,
    loading: "lazy",
    decoding: "async",
  });
  return `<picture>${sources.map((source) => tag("source", { ...source })).join("")}${image}</picture>`;
}

const tag = (name: string, attributes: Readonly<Record<string, string | number | undefined>>): string =>
  `<${name}${Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`)
    .join("")}/>`;
