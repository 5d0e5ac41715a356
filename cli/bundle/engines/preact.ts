import type { VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import type { ReactElement } from "react";

/** With `react` aliased to `preact/compat`, what the templates call a React element is one of Preact's. */
export const toHtml = (element: ReactElement): string => renderToStaticMarkup(element as unknown as VNode);
