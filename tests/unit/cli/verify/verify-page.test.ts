import { describe, expect, test } from "vitest";
import { scanHtml } from "../../../../cli/verify/scan-html.ts";
import { verifyPage } from "../../../../cli/verify/verify-page.ts";

const problemsIn = (...pieces: string[]) =>
  verifyPage(pieces.map((html) => scanHtml(html))).map(({ code, needle }) => [code, needle]);

const valid = '<h1 id="top">A</h1><h2>B</h2><h3>C</h3><h2>D</h2>';

describe("a page", () => {
  test("that is valid gives nothing", () => {
    expect(
      problemsIn(valid, '<img src="/a.png" alt="" width="4" height="3"/><label for="x">X</label><input id="x">'),
    ).toEqual([]);
  });

  test.each([
    ["no main heading", "<h2>B</h2>"],
    ["two main headings", "<h1>A</h1><h1>B</h1>"],
    ["a level left out", "<h1>A</h1><h3>C</h3>"],
  ])("with %s is reported at its sections", (_, html) => {
    expect(problemsIn(html)).toEqual([["VERIFY_HEADINGS", ["sections"]]]);
  });

  test("may go up by as many levels as it likes", () => {
    expect(problemsIn("<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h2>E</h2>")).toEqual([]);
  });

  test("counts headings and ids over all its pieces", () => {
    expect(problemsIn(valid, "<h1>B</h1>", '<p id="top">')).toEqual([
      ["VERIFY_DUPLICATE_ID", "top"],
      ["VERIFY_HEADINGS", ["sections"]],
    ]);
  });

  test("with an id three times is reported once, and without the ids that derive from it", () => {
    const twice = '<i id="form"></i><i id="form-heading"></i>';
    expect(problemsIn(valid, twice, twice, '<i id="form"></i>')).toEqual([["VERIFY_DUPLICATE_ID", "form"]]);
  });

  test.each(["for", "aria-labelledby", "aria-describedby", "aria-controls"])(
    "whose %s names nothing is reported",
    (attribute) => {
      expect(problemsIn(valid, `<i ${attribute}="top gone"></i>`)).toEqual([["VERIFY_BROKEN_FRAGMENT", "gone"]]);
    },
  );

  test.each([
    ["no alternative text", '<img src="/assets/images/room-0123abcd.png" width="4" height="3"/>'],
    ["no dimensions", '<img src="/assets/images/room-0123abcd.png" alt="A room"/>'],
    ["a width of nothing", '<img src="/assets/images/room-0123abcd.png" alt="A room" width="0" height="3"/>'],
  ])("with a picture of %s is reported at the picture's name", (_, html) => {
    expect(problemsIn(valid, html)).toEqual([["VERIFY_IMAGE", "room.png"]]);
  });

  test("has its headings reported, with the sections that have a main heading", () => {
    const messages = (html: string, opening?: string[]) =>
      verifyPage([scanHtml(html)], opening).map(({ message }) => message);
    expect(messages("")).toEqual(["The page has no main heading."]);
    expect(messages("", ["hero", "page-hero"])).toEqual([
      "The page has no main heading: one section of it must be a hero or page-hero.",
    ]);
    expect(messages("<h1>A</h1><h1>B</h1>", [])).toEqual(["The page has 2 main headings; it may have one."]);
    expect(messages("<h1>A</h1><h1>B</h1>", ["hero", "page-hero"])).toEqual([
      "The page has 2 main headings; it may have one: one hero or page-hero.",
    ]);
    expect(messages("<h1>A</h1><h2>B</h2><h4>C</h4><h6>D</h6>")).toEqual([
      "A heading of level 4 follows one of level 2; no level may be left out.",
    ]);
    // The first one may be of any level.
    expect(messages("<h2>B</h2><h1>A</h1><h2>B</h2>")).toEqual([]);
    expect(messages("<h3>C</h3><h1>A</h1><h3>C</h3>")).toEqual([
      "A heading of level 3 follows one of level 1; no level may be left out.",
    ]);
  });

  test("says which id is there twice, or not at all", () => {
    const problems = verifyPage([scanHtml(`${valid}<i id="top"></i><label for="x"></label>`)]);
    expect(problems).toEqual([
      {
        code: "VERIFY_DUPLICATE_ID",
        message: 'The id "top" is used twice on the page.',
        needle: "top",
        hint: "give one of the two parts another id",
      },
      { code: "VERIFY_BROKEN_FRAGMENT", message: 'The page names a part "x" that it does not have.', needle: "x" },
    ]);
  });

  test("with two ids twice is reported for both, where neither derives from the other", () => {
    const ids = ["form", "formal", "form-a-b", "a"].map((id) => `<i id="${id}"></i>`).join("");
    expect(problemsIn(valid, ids, ids)).toEqual(["form", "formal", "a"].map((id) => ["VERIFY_DUPLICATE_ID", id]));
  });
});
