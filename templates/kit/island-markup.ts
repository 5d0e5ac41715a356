import { createContext, type ReactElement } from "react";

type Markup = (element: ReactElement) => string;

const missing: Markup = () => {
  throw new Error("An island was rendered without the build's engine.");
};

/** How a component island becomes HTML: the browser's engine may need marks between its texts. The build provides it with the page's engine. */
export const IslandMarkup = createContext<Markup>(missing);
