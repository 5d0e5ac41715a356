// Where a text is after its file has changed elsewhere.
import { describe, expect, test } from "vitest";
import { relocateText } from "../../../../../cli/edit/text/relocate-text.ts";
import type { TextPlace } from "../../../../../cli/rewrite/text-place.ts";

type Path = TextPlace["path"];
type Fields = Parameters<typeof relocateText>[2];

const fields = (...found: readonly (readonly [Path, string])[]): Fields =>
  found.map(([path, value]) => ({ path, value, field: { kind: "text" } })) as unknown as Fields;
const file = "content/pages/home.yaml";
const heading = (index: number): Path => ["sections", index, "heading"];

describe("a text", () => {
  test("is where it was, although others say the same", () => {
    const all = fields([heading(0), "Words"], [heading(1), "Words"]);
    expect(relocateText({ file, path: heading(1) }, "Words", all)).toEqual({ file, path: heading(1) });
  });

  test("has moved to the only place like its own that says it", () => {
    const all = fields(
      [heading(0), "New"],
      [heading(1), "Words"],
      [["title"], "Words"],
      [["sections", 1, "lead"], "Words"],
    );
    expect(relocateText({ file, path: heading(0) }, "Words", all)).toEqual({ file, path: heading(1) });
  });

  test("is gone where nothing like it says it, or where several do", () => {
    const place = { file, path: heading(0) };
    expect(relocateText(place, "Words", fields([heading(0), "New"]))).toBeUndefined();
    expect(relocateText(place, "Words", fields([heading(1), "Words"], [heading(2), "Words"]))).toBeUndefined();
    const elsewhere: Path[] = [
      ["sections", "0", "heading"],
      ["sections", 0, "heading", "more"],
      ["sections", 0],
    ];
    for (const path of elsewhere) expect(relocateText(place, "Words", fields([path, "Words"]))).toBeUndefined();
  });
});

describe("lines of a text", () => {
  const place = { file, path: ["body"], block: { first: 2, end: 4 } };
  const lines = (value: string) => relocateText(place, "b\nc", fields([["body"], value]));

  test("are where they were", () => {
    expect(lines("a\n\nb\nc\n\nb\nc")).toEqual(place);
  });

  test("are found below or above, to the end of the text", () => {
    expect(lines("a\n\nx\n\nb\nc")).toEqual({ ...place, block: { first: 4, end: 6 } });
    expect(lines("b\nc\n\na")).toEqual({ ...place, block: { first: 0, end: 2 } });
  });

  test("are gone where they are not, are there twice, or are cut off", () => {
    expect(lines("a\n\nb\nx")).toBeUndefined();
    expect(lines("b\nc\n\n\nb\nc")).toBeUndefined();
    expect(relocateText({ ...place, block: { first: 0, end: 2 } }, "b", fields([["body"], "a\nb"]))).toBeUndefined();
  });
});
