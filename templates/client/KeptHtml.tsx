import type { HTMLAttributes, ReactNode } from "react";

interface Props extends HTMLAttributes<HTMLElement> {
  /** Given where the page is rendered; absent in the browser. */
  readonly children?: ReactNode;
}

/** The place of an island's `children`: the browser keeps the HTML that stands there, and no engine looks into it again. */
export function KeptHtml({ children, ...attributes }: Props) {
  if (children !== undefined) return <div {...attributes}>{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: while a page is taken over, engines leave such an element's content alone
  return <div {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}
