// What the finished HTML is checked for, each reported at the content line it comes from; and what text from content can never do to a page.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build, check } from "../../cli/index.ts";
import { elementsOf, one, parseHtml, select, text } from "../support/html.ts";
import { diagnosticsOf, type Edited, edited, problemsOf } from "../support/problems.ts";
import { withSite } from "../support/with-site.ts";

const home = "pages/home.yaml";
const more = (yaml: string): Edited => [home, `${edited(home)[1]}${yaml}`];

describe("a finished page", () => {
  test("has one main heading", async () => {
    const hero = edited(home)[1].match(/ {2}- type: page-hero\n(?: {4}.*\n)+/)?.[0] ?? "";
    expect(await problemsOf(edited(home, [hero, ""]))).toEqual([`${home}:3:1 VERIFY_HEADINGS`]);
    expect(await problemsOf(more("  - type: page-hero\n    heading: Again\n"))).toEqual([
      `${home}:3:1 VERIFY_HEADINGS`,
    ]);
  });

  test("leaves no heading level out, in Markdown neither", async () => {
    const skipping = more("  - type: prose\n    heading: Story\n    body: |\n      #### Too deep\n");
    expect(await problemsOf(skipping)).toEqual([`${home}:3:1 VERIFY_HEADINGS`]);
  });

  test("has no id twice; what templates derive from an id is not reported besides", async () => {
    const twice = edited("pages/contact.yaml", ["    heading: Contact us", "    id: form\n    heading: Contact us"]);
    expect(await problemsOf(twice)).toEqual(["pages/contact.yaml:5:9 VERIFY_DUPLICATE_ID"]);
  });

  test("shares its title and its description with no other", async () => {
    const [, contact] = edited("pages/contact.yaml");
    const found = await problemsOf(["pages/write.yaml", contact]);
    expect(found).toEqual([
      "pages/write.yaml:1:8 ROUTE_UNLINKED (warning)",
      "pages/write.yaml:1:8 VERIFY_DUPLICATE_TITLE",
      "pages/write.yaml:2:14 VERIFY_DUPLICATE_TITLE",
    ]);
  });

  test("may share them with pages that are not listed", async () => {
    const [, contact] = edited("pages/contact.yaml", ["sections:", "listed: false\nsections:"]);
    expect(await problemsOf(["pages/write.yaml", contact])).toEqual([]);
  });
});

/** The built start page of the small site with changes. */
const pageOf = (...files: readonly Edited[]) =>
  withSite(Object.fromEntries(files.map(([path, content]) => [join("content", path), content])), async ({ root }) => {
    const { files: output } = await build({ root, write: false });
    return parseHtml(String(output.find(({ path }) => path === "index.html")?.content));
  });

describe("text from content stays text", () => {
  const attack = `</script x></style></title>"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const yaml = `'${attack.replaceAll("'", "''")}'`;

  test("in headings, attributes, the title, meta tags and structured data", async () => {
    const clean = elementsOf(await pageOf()).map(({ tagName }) => tagName);
    const page = await pageOf(
      edited(
        "site.yaml",
        ["name: Evenhall", `name: ${yaml}`],
        ["legalName: Evenhall Events Inc.", `legalName: ${yaml}`],
      ),
      edited(
        home,
        ["title: Rooms that are ready before the doors open", `title: ${yaml}`],
        ["heading: Ready before the doors open", `heading: ${yaml}`],
      ),
    );
    expect(elementsOf(page).map(({ tagName }) => tagName)).toEqual(clean);
    expect(text(one(page, "h1"))).toBe(attack);
    expect(text(one(page, "title"))).toContain(attack);
    const [data] = select(page, "script[type=application/ld+json]");
    expect(JSON.parse(data ? text(data) : "null")["@graph"][0]).toMatchObject({ name: attack, legalName: attack });
  });

  test("in Markdown: HTML is shown as it was typed", async () => {
    const markdown = more(
      '  - type: prose\n    id: story\n    body: |\n      Text <b onclick="x()">bold</b>.\n\n      <script>alert(1)</script>\n',
    );
    const story = one(await pageOf(markdown), "[id=story]");
    expect(text(story)).toContain('Text <b onclick="x()">bold</b>.');
    expect(text(story)).toContain("<script>alert(1)</script>");
    expect(select(story, "b")).toEqual([]);
    expect(select(story, "script")).toEqual([]);
  });
});

describe("an SVG picture that could run script is refused", () => {
  const svg = (inside: string, attributes = "") =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8"${attributes}>${inside}</svg>`;
  const useIt = edited("services/gala-dinners.yaml", ["src: room.png", "src: drawing.svg"]);
  const refused: readonly (readonly [string, string])[] = [
    ["a script element", svg("<script>alert(1)</script>")],
    ["a script element in capitals", svg("<SCRIPT>alert(1)</SCRIPT>")],
    ["an event", svg("", ' onload="alert(1)"')],
    ["an event behind a line break", svg("", "\nonload\n=\n'alert(1)'")],
    ["a javascript link", svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
    ["a link with an entity", svg('<a xlink:href="&#106;avascript:alert(1)"/>')],
    ["an embedded page", svg("<foreignObject><p>x</p></foreignObject>")],
    ["a picture from elsewhere", svg('<image href="https://evil.example/x.png"/>')],
    ["an animated link", svg('<a><animate attributeName="href" to="javascript:alert(1)"/></a>')],
    ["an entity declaration", `<!DOCTYPE svg [<!ENTITY x "y">]>${svg("&x;")}`],
    ["a style sheet from elsewhere", svg('<style>@import "https://evil.example/x.css";</style>')],
    ["a data address", svg('<a href="data:text/html,x"/>')],
  ];
  test.each(refused)("%s", async (_, picture) => {
    expect(await problemsOf(useIt, ["images/drawing.svg", picture])).toEqual([
      "services/gala-dinners.yaml:9:8 CONTENT_IMAGE_UNSAFE",
    ]);
  });

  test("one that only draws is not", async () => {
    const drawing = svg('<defs><path id="a" d="M0 0h8"/></defs><use href="#a" fill="url(#b)"/>');
    expect(await problemsOf(useIt, ["images/drawing.svg", drawing])).toEqual([]);
  });
});

test("a check leaves nothing behind in the folder", () =>
  withSite({}, async ({ root }) => {
    const { readdirSync } = await import("node:fs");
    const before = readdirSync(root, { recursive: true }).sort();
    await check({ root });
    expect(readdirSync(root, { recursive: true }).sort()).toEqual(before);
  }));

test("a value of the wrong length or count is reported with both numbers", async () => {
  const short = await diagnosticsOf([
    edited(home, ["A small site for tests, with one of everything that a page of the real site may hold.", "Short."]),
  ]);
  expect(short.map(({ message }) => message)).toEqual([
    '"description" has 6 characters; it needs at least 50 characters.',
  ]);
  const tiles = more(
    "  - type: service-tiles\n    heading: x\n    linkLabel: y\n    tiles:\n      - title: a\n        service: gala-dinners\n        description: d\n        image: { src: room.png, alt: x }\n        features:\n          - a\n          - b\n",
  );
  expect(await problemsOf(tiles)).toEqual([`${home}:27:11 CONTENT_INVALID_VALUE`]);
});
