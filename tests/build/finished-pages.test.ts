// What the finished HTML is checked for, each reported at the content line it comes from; and what text from content can never do to a page.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../cli/index.ts";
import { elementsOf, one, parseHtml, select, text } from "../support/site/html.ts";
import { type Edited, edited } from "../support/site/problems.ts";
import { withSite } from "../support/site/with-site.ts";

const home = "pages/home.yaml";
const more = (yaml: string): Edited => [home, `${edited(home)[1]}${yaml}`];

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
