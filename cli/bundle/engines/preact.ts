import type { VNode } from "preact";
import { renderToStaticMarkup, renderToString } from "preact-render-to-string";
import { type Context, createElement, type ReactElement } from "react";

type Markup = (element: ReactElement) => string;

/** With `react` aliased to `preact/compat`, what the templates call a React element is one of Preact's. */
const asNode = (element: ReactElement) => element as unknown as VNode;

export const createToHtml =
  ({ Provider }: Context<Markup>): Markup =>
  (element) =>
    renderToStaticMarkup(
      asNode(createElement(Provider, { value: (island) => renderToString(asNode(island)) }, element)),
    );
