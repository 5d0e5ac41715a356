// The marks of a Markdown text come back to the lines that people have left as they were.
import { expect, test } from "vitest";
import { withMarksOf } from "../../../../cli/rewrite/marked-lines.ts";

const WAS = "## One # placeholder\n\nTwo\nthree # Placeholder: ask\n\nTwo # placeholder\n";

test.each([
  ["all of them, where nothing changed", "## One\n\nTwo\nthree\n\nTwo\n", WAS],
  ["those of the lines that are left", "## 1\n\nTwo\nthree\n", "## 1\n\nTwo\nthree # Placeholder: ask\n"],
  ["on a line that moved", "three\n\n## One\n", "three # Placeholder: ask\n\n## One # placeholder\n"],
  ["on the second of two equal lines", "Two\n\nTwo", "Two\n\nTwo # placeholder"],
  ["none, where all is new", "## Four\n\nFive\n", "## Four\n\nFive\n"],
])("%s", (_, words, expected) => {
  expect(withMarksOf(WAS, words)).toBe(expected);
});

test("a mark on a line of its own is for the line below it, or for the last one", () => {
  const was = "One\n\n# placeholder\n\nTwo\n\n# placeholder\n";
  expect(withMarksOf(was, "One\n\n\n\nTwo\n\n\n")).toBe(was);
  expect(withMarksOf(was, "1\n\n\n\nTwo")).toBe("1\n\n\n# placeholder\nTwo\n# placeholder");
  expect(withMarksOf(was, "One\n\n2")).toBe("One\n\n2");
});

test("a text without marks gets none", () => {
  expect(withMarksOf("One\nTwo", "One\n2")).toBe("One\n2");
});
