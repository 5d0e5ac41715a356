import { describe, expect, test } from "vitest";
import { scanHtml } from "../../../../cli/verify/scan-html.ts";
import { verifyPage } from "../../../../cli/verify/verify-page.ts";

const problemsIn = (...pieces: string[]) =>
  verifyPage(pieces.map(scanHtml)).problems.map(({ code, needle }) => [code, needle]);

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
});
