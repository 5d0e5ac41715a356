import { type Context, createElement, type ReactElement } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";

type Markup = (element: ReactElement) => string;

/** Pages are plain HTML; the islands in them keep the marks by which React tells two texts side by side apart. */
export const createToHtml =
  ({ Provider }: Context<Markup>): Markup =>
  (element) =>
    renderToStaticMarkup(createElement(Provider, { value: renderToString }, element));
