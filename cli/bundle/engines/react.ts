import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

export const toHtml = (element: ReactElement): string => renderToStaticMarkup(element);
