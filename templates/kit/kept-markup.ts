import { createContext } from "react";

/** The HTML of an island's children: written once where the page is rendered, and found in the page by the browser. */
export const KeptMarkup = createContext("");

/** The attribute of the element that holds it. */
export const KEPT = "data-kept";
