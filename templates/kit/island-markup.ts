import { createContext, type ReactElement } from "react";

type Markup = (element: ReactElement) => string;

/**
 * How the parts of an island become HTML. The build provides it with the engine that renders the page: what the browser's engine takes over
 * may need marks between texts, what it keeps as it is needs none.
 */
export interface IslandEngine {
  readonly taken: Markup;
  readonly kept: Markup;
}

const missing: Markup = () => {
  throw new Error("An island was rendered without the build's engine.");
};

export const IslandMarkup = createContext<IslandEngine>({ taken: missing, kept: missing });
