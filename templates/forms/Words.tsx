import type { HTMLAttributes, Ref } from "react";

interface Props extends Pick<HTMLAttributes<HTMLElement>, "className" | "id" | "role" | "tabIndex"> {
  readonly as: "span" | "p";
  readonly text: string;
  readonly ref?: Ref<HTMLParagraphElement>;
}

/**
 * Words that change in place. They are set as a whole, because translation and extensions replace or move text nodes: an engine would go
 * on writing into the nodes that it remembers, which nobody sees any more.
 */
export function Words({ as: Tag, text, ref, ...attributes }: Props) {
  const html = text.replace(/[&<]/g, (character) => (character === "&" ? "&amp;" : "&lt;"));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: text whose two characters of markup are written as references
  return <Tag {...attributes} ref={ref} dangerouslySetInnerHTML={{ __html: html }} />;
}
