import { type Context, createElement, type ReactElement } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";

type Markup = (element: ReactElement) => string;
interface IslandEngine {
  readonly taken: Markup;
  readonly kept: Markup;
}

/** Pages are plain HTML; islands keep the marks by which React separates neighbouring texts. */
export const createToHtml =
  ({ Provider }: Context<IslandEngine>): Markup =>
  (element) =>
    renderToStaticMarkup(createElement(Provider, { value: engine }, element));

const engine: IslandEngine = { taken: renderToString, kept: renderToStaticMarkup };
