import { type ComponentType, Fragment, h, options, type VNode } from "preact";
import { renderToStaticMarkup, renderToString } from "preact-render-to-string";
import { type Context, createElement, type ReactElement } from "react";

type Markup = (element: ReactElement) => string;

/** With `react` aliased to `preact/compat`, the React elements of the templates are Preact's. */
const asNode = (element: ReactElement) => element as unknown as VNode;

export const createToHtml =
  ({ Provider }: Context<Markup>): Markup =>
  (element) =>
    renderToStaticMarkup(asNode(createElement(Provider, { value: islandHtml }, element)));

/** Islands have the marks between texts that React expects: either engine may hydrate them in the browser. */
function islandHtml(element: ReactElement): string {
  const before = options.vnode;
  options.vnode = (node) => {
    before?.(node);
    const { children } = node.props as { children?: unknown };
    if (Array.isArray(children)) node.props.children = withMarks(children) as VNode["props"]["children"];
  };
  try {
    return renderToString(asNode(element));
  } finally {
    options.vnode = before;
  }
}

const isText = (child: unknown) => (typeof child === "string" && child !== "") || typeof child === "number";

/** The renderer writes this as a comment. */
const mark = () => h(Fragment as ComponentType<{ UNSTABLE_comment: string }>, { UNSTABLE_comment: " " });

function withMarks(children: readonly unknown[]): unknown[] {
  const rendered = children.filter((child) => child !== null && child !== undefined && typeof child !== "boolean");
  return rendered.flatMap((child, index) =>
    index > 0 && isText(child) && isText(rendered[index - 1]) ? [mark(), child] : [child],
  );
}
