import { KEPT, KeptMarkup } from "eventsite/kit";
import { type HTMLAttributes, useContext } from "react";

interface Props extends HTMLAttributes<HTMLElement> {
  readonly "data-glide-el"?: string;
}

/** The element with an island's children, one per island: HTML of the page that the browser's engine does not touch. */
export function KeptHtml(attributes: Props) {
  const markup = useContext(KeptMarkup);
  const place = { ...attributes, [KEPT]: "" };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that the build rendered, with all texts escaped; nothing that a visitor types reaches it
  return <div {...place} dangerouslySetInnerHTML={{ __html: markup }} />;
}
