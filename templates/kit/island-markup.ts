import { createContext, type ReactElement } from "react";

/**
 * How a component island becomes HTML that the browser's engine can take over. The build provides it with the engine that renders the page:
 * other than the page around it, such HTML may need marks between texts.
 */
export const IslandMarkup = createContext<(element: ReactElement) => string>(() => {
  throw new Error("An island was rendered without the build's engine.");
});
