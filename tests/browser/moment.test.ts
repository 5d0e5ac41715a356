// `serve --watch` of a site in which something has a date: it is marked, and a field in the page travels to any moment.
import { expect, test } from "vitest";
import { openLiveSiteInBrowser } from "../support/browser/site-in-browser.ts";

const site = openLiveSiteInBrowser("--watch");

const PAGE = "content/pages/venues.yaml";
const HEADING = "Rooms to compare";

test("what is not public is marked and found by its words, and the page shows the site of a moment that is asked for", async () => {
  site.replace(PAGE, "  - type: venue-list\n", "  - type: venue-list\n    publishFrom: 2100-06-01\n");
  await site.visit("/venues/", async (page) => {
    const marked = page.getByRole("heading", { name: `[from 2100-06-01] ${HEADING}`, exact: true });
    await marked.waitFor();
    const line = site.read(PAGE).split("\n").indexOf(`    heading: ${HEADING}`) + 1;
    const alt = () => marked.click({ modifiers: ["Alt"], position: { x: 300, y: 20 } });
    expect(await site.opened(alt)).toBe(`${PAGE}:${line}:14`);

    const field = page.getByLabel("The site on");
    await field.fill("2100-05-31T23:59");
    await page.getByRole("heading", { name: HEADING }).waitFor({ state: "detached" });
    await field.fill("2100-06-01T00:00");
    await page.getByRole("heading", { name: HEADING, exact: true }).waitFor();
    await page.reload();
    expect(await field.inputValue()).toBe("2100-06-01T00:00");
    await field.fill("");
    await marked.waitFor();
  });
});

test("a site without dates has no such field, and other machines' scripts cannot travel", () =>
  site.visit("/venues/", async (page) => {
    await page.getByRole("heading", { name: HEADING, exact: true }).waitFor();
    await page.reload();
    await page.waitForLoadState("networkidle");
    expect(await page.getByLabel("The site on").count()).toBe(0);
    const { status } = await fetch(`${site.url}/@eventsite/moment`, { method: "POST", body: '{"asOf":"2030-01-01"}' });
    expect(status).toBe(403);
  }));
