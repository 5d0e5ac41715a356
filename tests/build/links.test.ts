// Where links may lead: to pages that exist, to parts that exist, to nothing that runs script.
import { describe, expect, test } from "vitest";
import { diagnosticsOf, type Edited, edited, problemsOf, shortForm } from "../support/problems.ts";

const home = "pages/home.yaml";
const linkTo = (href: string) => edited(home, ["href: /services/gala-dinners", `href: ${href}`]);
/** Markdown in every way that YAML can hold it; `columns` is what is before the text on its first line. */
const prose = (body: string): Edited => [home, `${edited(home)[1]}  - type: prose\n    body: ${body}\n`];

const dangerous = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "blob:x",
  "file:///etc/passwd",
  "ftp://example.com/a",
  "http:evil",
  "https://",
];

describe("a dangerous or broken target", () => {
  test.each(dangerous)("%s is refused as a link", async (href) => {
    expect(await problemsOf(linkTo(`'${href}'`))).toEqual([`${home}:17:15 CONTENT_INVALID_VALUE`]);
  });

  test.each([
    " javascript:alert(1)",
    "java\\nscript:alert(1)",
    "\\tjavascript:x",
    "\\u0001javascript:x",
    "/\\t/evil.example",
  ])("%j is refused as a link", async (href) => {
    expect(await problemsOf(linkTo(`"${href}"`))).toEqual([`${home}:17:15 CONTENT_INVALID_VALUE`]);
  });

  test.each(dangerous.filter((href) => !href.includes("\\") && !href.includes("<")))(
    "%s is refused in Markdown",
    async (href) => {
      expect(await problemsOf(prose(`|\n      Text.\n\n      See [this](${href}) now.`))).toEqual([
        `${home}:22:18 CONTENT_BAD_LINK`,
      ]);
    },
  );

  test.each([
    ["an entity", "[a](&#106;avascript:alert(1))"],
    ["an entity for a line break", "[a](java&#10;script:alert(1))"],
    ["a tab in angle brackets", "[a](<java\tscript:alert(1)>)"],
    ["a space in angle brackets", "[a](< javascript:alert(1)>)"],
    ["an automatic link", "<javascript:alert(1)>"],
    ["a reference", "[a][b]\n\n      [b]: javascript:alert(1)"],
    ["nothing", "[a]()"],
  ])("script behind %s is refused in Markdown", async (_, markdown) => {
    const found = await diagnosticsOf([prose(`|\n      ${markdown}`)]);
    expect(found.map(({ code }) => code)).toEqual(["CONTENT_BAD_LINK"]);
    expect(found[0]?.line).toBeGreaterThanOrEqual(20);
  });
});

describe("a page that does not exist", () => {
  test.each([
    ["/contat", "/contact"],
    ["/Contact", "/contact"],
    ["/contact.html", "/contact"],
    ["/contact/index.html", "/contact"],
    ["/index.html", "/"],
    ["/services/gala-diners/", "/services/gala-dinners"],
    ["/services/gala-diners?x=1#top", "/services/gala-dinners"],
  ])("%s is reported, with %s as what was meant", async (href, page) => {
    const found = await diagnosticsOf([linkTo(href)]);
    expect(found.map((each) => [shortForm(each), each.hint])).toEqual([
      [`${home}:17:15 CONTENT_UNKNOWN_ROUTE`, `did you mean "${page}"?`],
    ]);
  });

  test.each(["/404", "/downloads/guide.pdf", "/venues/harbour-hotel", "/services/gala-dinners@short"])(
    "%s is reported",
    async (href) => {
      expect(await problemsOf(linkTo(`'${href}'`))).toEqual([`${home}:17:15 CONTENT_UNKNOWN_ROUTE`]);
    },
  );

  test.each([
    "/contact",
    "/contact/",
    "/contact?from=home",
    "/contact#form",
    "/",
    "mailto:a@b.ca",
    "tel:+14165550142",
    "https://example.com/a?b#c",
  ])("%s is a link, and nothing is said", async (href) => {
    expect(await problemsOf(linkTo(`'${href}'`))).toEqual([]);
  });
});

describe("in Markdown, the line and the column are those of the target", () => {
  const code = "CONTENT_UNKNOWN_ROUTE";
  test.each([
    [
      "a block that keeps its lines",
      "|\n      One line about /contat.\n\n      - [a](/contact)\n      - [b](/contat)",
      "23:13",
    ],
    ["a block that is folded", ">-\n      One line\n      and [b](/contat) more.", "21:15"],
    ["text in quotes", '"One [b](/contat) more."', "19:20"],
    ["text without quotes", "One [b](/contat) more.", "19:19"],
    ["a reference", "|\n      See [b].\n\n      [b]: /contat", "22:12"],
  ])("%s", async (_, body, place) => {
    expect(await problemsOf(prose(body))).toEqual([`${home}:${place} ${code}`]);
  });

  test("each wrong target of a line is reported", async () => {
    const found = await problemsOf(prose("|\n      [a](/contat), [b](/venuez) and ![c](rom.png)."));
    expect(found).toEqual([`${home}:20:11 ${code}`, `${home}:20:25 ${code}`, `${home}:20:43 CONTENT_UNKNOWN_IMAGE`]);
  });
});

describe("a part of a page that does not exist", () => {
  test.each([
    ["/contact#fom", "17:23", 'did you mean "#form"?'],
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
});
