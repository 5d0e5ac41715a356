// A page → its elements, as a browser has them before any script runs.

import type { DefaultTreeAdapterTypes } from "parse5";

export interface PageElement {
  readonly name: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly texts: readonly { readonly child: number; readonly value: string }[];
}

/** The elements in document order, each with its attributes and its texts, as a browser would see them. */
export async function pageElements(html: string): Promise<PageElement[]> {
  const { parse } = await import("parse5");
  // As without scripting.
  return collect(parse(html, { scriptingEnabled: false }));
}

const collect = (parent: DefaultTreeAdapterTypes.ParentNode): PageElement[] =>
  parent.childNodes.flatMap((node) => {
    if (!("tagName" in node)) return [];
    const texts = node.childNodes.flatMap((child, index) =>
      "value" in child ? [{ child: index, value: child.value }] : [],
    );
    return [{ name: node.tagName, attributes: node.attrs, texts }, ...collect(node)];
  });
