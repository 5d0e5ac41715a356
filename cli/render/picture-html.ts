import type { PictureAsset } from "../../templates/kit/index.ts";
import { openTag } from "../text/html-text.ts";

/** The HTML of a picture in a Markdown text, the same as that of templates for all pictures. */
export function pictureHtml({ sources, src, width, height, groundClass }: PictureAsset, alt: string): string {
  const attributes = { class: groundClass, src, width, height, alt, loading: "lazy", decoding: "async" };
  const files = sources.map((source) => openTag("source", { ...source }, "/>")).join("");
  return `<picture>${files}${openTag("img", attributes, "/>")}</picture>`;
}
