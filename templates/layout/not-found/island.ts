import { defineIsland } from "../../kit/define-island.ts";

/** Tells those who look after the site which address was asked for. */
export default defineIsland({
  name: "not-found",
  hydrate: "load",
  enhance: () => console.warn(`No page at ${location.pathname}`),
});
