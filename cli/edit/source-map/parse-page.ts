// Finished HTML → its elements in document order, each with its attributes and its texts, as a browser would see them.
import type { DefaultTreeAdapterTypes } from "parse5";

export interface PageElement {
  readonly name: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly texts: readonly { readonly child: number; readonly value: string }[];
}

/** The parser is loaded when it is first needed: no build needs it. */
export async function parsePage(): Promise<(html: string) => readonly PageElement[]> {
  const { parse } = await import("parse5");
  return (html) => {
    const elements: PageElement[] = [];
    // Parsed as without scripting, which is how an open page keeps what the server sent.
    collect(parse(html, { scriptingEnabled: false }), elements);
    return elements;
  };
}

function collect(parent: DefaultTreeAdapterTypes.ParentNode, elements: PageElement[]): void {
  for (const node of parent.childNodes) {
    if (!("tagName" in node)) continue;
    elements.push({
      name: node.tagName,
      attributes: node.attrs.map(({ name, value }) => ({ name, value })),
      texts: node.childNodes.flatMap((child, index) =>
        "value" in child ? [{ child: index, value: child.value }] : [],
      ),
    });
    collect(node, elements);
  }
}
