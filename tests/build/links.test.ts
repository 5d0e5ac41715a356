// Links to parts of pages, which the finished pages have. All other targets are in the table of typing mistakes.
import { describe, expect, test } from "vitest";
import { diagnosticsOf, edited, shortForm } from "../support/site/problems.ts";

const home = "pages/home.yaml";
const linkTo = (href: string) => edited(home, ["href: /services/gala-dinners", `href: ${href}`]);
describe("a part of a page that does not exist", () => {
  test.each([
    ["/contact#fom", "17:23", 'did you mean "#form"?'],
    ["https://www.example.com/contact#fom", "17:46", 'did you mean "#form"?'],
    ["'#nowhere'", "17:15", 'give the section that is meant a line "id: nowhere", or take "#nowhere" out of the link'],
  ])("%s", async (href, place, hint) => {
    const found = await diagnosticsOf([linkTo(href)]);
    expect(found.map((each) => [shortForm(each), each.hint])).toEqual([
      [`${home}:${place} VERIFY_BROKEN_FRAGMENT`, hint],
    ]);
  });

  test("in the footer of every page it is reported once, in site.yaml", async () => {
    const found = await diagnosticsOf([
      edited("site.yaml", ["Terms of Service, href: /terms", "Terms of Service, href: /terms#x"]),
    ]);
    expect(found.map(shortForm)).toEqual(["site.yaml:90:48 VERIFY_BROKEN_FRAGMENT"]);
    expect(found[0]?.message).toContain("(on 7 pages, / first)");
  });

  test("in the footer it is reported there, though the text of a later page has it, too", async () => {
    const found = await diagnosticsOf([
      edited("site.yaml", ["Terms of Service, href: /terms", "Terms of Service, href: /terms#x"]),
      edited("services/gala-dinners.yaml", ["href: /contact#form", "href: /terms#x"]),
    ]);
    expect(found.map(shortForm)).toEqual(["site.yaml:90:48 VERIFY_BROKEN_FRAGMENT"]);
  });
});
