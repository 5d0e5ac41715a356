import { expect, test } from "vitest";
import { findFile } from "../../../../cli/serve/find-file.ts";

test("an address leads to its folder by one that a header may hold", () => {
  expect(findFile("/caf%C3%A9?x", (path) => path === "café/index.html")).toEqual({
    kind: "redirect",
    location: "/caf%C3%A9/?x",
  });
});
