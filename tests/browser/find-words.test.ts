// `serve --watch`: Alt+click on words or a picture names the place in the content, and opens the editor there.
import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { clickWords } from "../support/browser/click-words.ts";
import { openLiveSiteInBrowser } from "../support/browser/site-in-browser.ts";

const site = openLiveSiteInBrowser("--watch");

const panel = (page: Page) => page.locator("eventsite-words").getByRole("dialog");
const places = (page: Page) => panel(page).getByRole("status").getByRole("link");

const altClick = (target: Locator, word?: string) => clickWords(target, word, ["Alt"]);

/** The first place in a file where something is written, as "file:line:column". */
function placeOf(file: string, needle: string): string {
  const before = site.read(file).split(needle, 1)[0] ?? "";
  const lines = before.split("\n");
  return `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

describe("Alt and a click", () => {
  test("name the place of a heading, open the editor there and do nothing else on the page", () =>
    site.visit("/", async (page) => {
      const place = placeOf("content/pages/home.yaml", "Toronto's Premier");
      expect(await site.opened(() => altClick(page.locator("h1")))).toBe(place);
      expect(await places(page).allTextContents()).toEqual([place]);
      expect(await panel(page).innerText()).toContain("section 1 › heading");
    }));

  test("name the line of the template that made the element, and the files around it, one by one", () =>
    site.visit("/venues/", async (page) => {
      const heading = page.getByRole("heading", { name: "Hotel Corvane" }).first();
      await site.opened(() => altClick(heading));
      const made = panel(page).locator(".made");
      const links = made.getByRole("link");
      await links.first().waitFor();
      const [, file = "", line = ""] = /^(.*):(\d+):\d+$/.exec(await links.first().innerText()) ?? [];
      expect(file).toBe("templates/sections/venue-list/VenueList.tsx");
      const tag = (await heading.evaluate((node) => node.localName)).toLowerCase();
      expect(site.read(file).split("\n")[Number(line) - 1]).toContain(`<${tag}`);
      expect(await made.locator(".what").allInnerTexts()).toEqual(["VenueList", "Section", "page"]);
      expect(await site.opened(() => links.nth(1).click())).toMatch(/^templates\/components\/Section\.tsx:\d+:\d+$/);
      expect(await (await page.request.get(page.url())).text()).not.toContain("VenueList.tsx");
    }));

  test("do not follow a link, download it or reach the page's own scripts, and the panel gives the focus back to it", () =>
    site.visit("/", async (page) => {
      let downloads = 0;
      page.on("download", () => {
        downloads++;
      });
      await page.evaluate(() => {
        for (const type of ["pointerdown", "mousedown", "mouseup", "click"])
          document.addEventListener(type, () => document.body.setAttribute("data-heard", type));
      });
      const link = page.locator(".hero-carousel .actions a").first();
      await link.focus();
      const place = placeOf("content/pages/home.yaml", "Get Your Free Quote Today");
      expect(await site.opened(() => altClick(link))).toBe(place);
      expect(new URL(page.url()).pathname).toBe("/");
      await page.keyboard.press("Escape");
      await panel(page).waitFor({ state: "detached" });
      expect(await link.evaluate((node) => node === document.activeElement)).toBe(true);
      expect(await page.locator("body").getAttribute("data-heard")).toBeNull();
      expect(downloads).toBe(0);
    }));

  test("name the file of a picture and its alternative text, though a link lies over it", () =>
    site.visit("/", async (page) => {
      const tile = page.locator(".service-tiles img").first();
      await tile.scrollIntoViewIfNeeded();
      const file = await site.opened(() => altClick(tile));
      expect(file).toBe(placeOf("content/pages/home.yaml", "floor-plan.webp"));
      const words = placeOf("content/pages/home.yaml", "Seating plan of round tables");
      expect(await places(page).allTextContents()).toEqual([file, words]);
      expect(new URL(page.url()).pathname).toBe("/");
    }));
});

describe("by keyboard", () => {
  test("Alt+Enter finds the words of the link that has the focus; Escape closes the panel", () =>
    site.visit("/", async (page) => {
      const link = page.locator("header nav a").first();
      await link.focus();
      const label = placeOf("content/site.yaml", "Services, href: /services");
      expect(await site.opened(() => page.keyboard.press("Alt+Enter"))).toBe(label);
      expect(new URL(page.url()).pathname).toBe("/");
      await page.keyboard.press("Escape");
      await panel(page).waitFor({ state: "detached" });
    }));
});

describe("the page as it is served", () => {
  test("holds no mark, and an ordinary click goes where it always went", async () => {
    await site.visit("/", async (page) => {
      await altClick(page.locator("h1"));
      await panel(page).waitFor();
      const html = await (await fetch(site.url)).text();
      expect(html).not.toMatch(/[\ue000-\uf8ff]/);
      expect(await page.locator("main").innerHTML()).not.toMatch(/[\ue000-\uf8ff]/);
      await page.locator(".hero-carousel .actions a").first().click();
      await page.waitForURL("**/contact/");
    });
  });

  test("words are given to this server's own pages alone", async () => {
    const address = `${site.url}/@eventsite/words?url=/`;
    expect((await fetch(address)).status).toBe(200);
    expect((await fetch(address, { headers: { origin: "http://evil.example" } })).status).toBe(403);
    expect((await fetch(`${site.url}/@eventsite/words?url=/nowhere/../../etc`)).status).toBeLessThan(500);
  });
});
