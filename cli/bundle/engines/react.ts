import { type Context, createElement, type ReactElement } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";

type Markup = (element: ReactElement) => string;

/** Pages are plain HTML. Islands keep the marks by which React separates neighbouring texts. */
export const createToHtml =
  ({ Provider }: Context<Markup>): Markup =>
  (element) =>
    renderToStaticMarkup(createElement(Provider, { value: renderToString }, element));
