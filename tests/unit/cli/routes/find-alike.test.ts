import { expect, test } from "vitest";
import { findAlike } from "../../../../cli/routes/find-alike.ts";

test("names are alike where they differ in capitals, or in how an accent is written", () => {
  const paths = ["index.html", "a/index.html", "A/index.html", "\u00e9.pdf", "e\u0301.pdf", "b.pdf"];
  expect(findAlike(paths)).toEqual([
    ["a/index.html", "A/index.html"],
    ["\u00e9.pdf", "e\u0301.pdf"],
  ]);
});

test("other names, and one name twice, are no matter", () => {
  expect(findAlike(["a.pdf", "a.pdf", "b.pdf", "a/index.html"])).toEqual([]);
});
