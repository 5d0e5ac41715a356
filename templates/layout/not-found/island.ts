import { defineIsland } from "eventsite/kit/island";

/** Logs which address was requested. */
export default defineIsland({
  name: "not-found",
  hydrate: "load",
  enhance: () => console.warn(`No page at ${location.pathname}`),
});
