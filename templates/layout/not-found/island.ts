import { defineIsland } from "../../kit/define-island.ts";

/** Logs which address was requested. */
export default defineIsland({
  name: "not-found",
  hydrate: "load",
  enhance: () => console.warn(`No page at ${location.pathname}`),
});
