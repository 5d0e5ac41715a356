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

  test("it is not reported while an entry that the page shows is not valid: it may be a part of that", async () => {
    const chapters = edited(home, ["    heading: Venues", "    heading: Venues\n    layout: chapters"]);
    const footer = edited("site.yaml", ["Terms of Service, href: /terms", 'Terms of Service, href: "/#harbour-hotel"']);
    const venue = "venues/harbour-hotel.yaml";
    const found = await diagnosticsOf([chapters, footer, edited(venue, ["area:", "arrea:"])]);
    expect(found.map(shortForm)).toEqual([`${venue}:2:1 CONTENT_UNKNOWN_KEY`]);
    const other = await diagnosticsOf([footer, edited("services/gala-dinners.yaml", ["group:", "gruop:"])]);
    expect(other.map(shortForm)).toEqual([
      "services/gala-dinners.yaml:5:1 CONTENT_UNKNOWN_KEY",
      "site.yaml:90:44 VERIFY_BROKEN_FRAGMENT",
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
