import { type HTMLAttributes, useContext } from "react";
import { KEPT, KeptMarkup } from "../kit/kept-markup.ts";

interface Props extends HTMLAttributes<HTMLElement> {
  readonly "data-glide-el"?: string;
}

/** The place of an island's children, one in an island: HTML that stands in the page, and that no engine looks into again. */
export function KeptHtml(attributes: Props) {
  const markup = useContext(KeptMarkup);
  const place = { ...attributes, [KEPT]: "" };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the page's own HTML
  return <div {...place} dangerouslySetInnerHTML={{ __html: markup }} />;
}
