import { describe, expect, test } from "vitest";
import { setTitle } from "../../../../../cli/assets/cards/set-title.ts";

/** Every character half as wide as the size. */
const measure = (text: string) => [...text].length / 2;
const set = (title: string) => setTitle(title, 1056, { largest: 132, smallest: 60, step: 8, mostLines: 3 }, measure);

describe("a title on a card", () => {
  test("is as large as it can on one line", () => {
    expect(set("Gala dinners")).toEqual({ lines: ["Gala dinners"], size: 132 });
  });

  test("wraps into lines of like length", () => {
    expect(set("Conferences that keep to the agenda").lines).toEqual(["Conferences", "that keep to", "the agenda"]);
  });

  test("shrinks when three lines do not hold it", () => {
    const { lines, size } = set("Seminars and workshops that leave enough time for questions and answers");
    expect(lines).toHaveLength(3);
    expect(size).toBeLessThan(132);
  });

  test.each(["word ".repeat(60), "Donaudampfschifffahrtsgesellschaft".repeat(6), "漢字".repeat(120), "  "])(
    "never leaves its card: %s",
    (title) => {
      const { lines, size } = set(title);
      expect(lines.length).toBeLessThanOrEqual(3);
      for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(1056);
      if (title.trim()) expect(lines.at(-1)).toMatch(/…$/);
    },
  );
});
