// `serve --watch` in a browser: a page that is open follows its files.
import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { openLiveSiteInBrowser } from "../support/browser/site-in-browser.ts";
import { wakeIsland } from "../support/browser/visitor.ts";

const site = openLiveSiteInBrowser("--watch");

/** A document that is loaded again has lost the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => "isMarked" in window);
/** Filling a field scrolls to it, smoothly, and may still do so when a test sets the place: here the page jumps. */
const scrollWithoutMotion = (page: Page) => page.emulateMedia({ reducedMotion: "reduce" });
const title = (page: Page, start: string) => page.waitForFunction((text) => document.title.startsWith(text), start);

describe("an open page", () => {
  test("shows new words in the same document, where the visitor was, with what they typed", () =>
    site.visit("/contact/", async (page) => {
      await scrollWithoutMotion(page);
      await mark(page);
      await page.locator('input[name="firstName"]').fill("Ada");
      await page.evaluate(() => scrollTo({ top: 200, behavior: "instant" }));
      site.replace("content/pages/contact.yaml", "title: Contact us", "title: Write to us");
      await title(page, "Write to us");
      expect(await isMarked(page)).toBe(true);
      expect(await page.evaluate(() => scrollY)).toBe(200);
      expect(await page.locator('input[name="firstName"]').inputValue()).toBe("Ada");
    }));

  test("leaves a form's errors and typed words alone when something else changes", () =>
    site.visit("/contact/", async (page) => {
      const form = await wakeIsland(page, "request-form");
      await mark(page);
      await form.locator("[type=submit]").click();
      const invalid = form.locator('[aria-invalid="true"]');
      await invalid.first().waitFor();
      const count = await invalid.count();
      const heading = (await page.locator("h1").innerText()).trim();
      const path = "content/pages/contact.yaml";
      const before = site.read(path);
      expect(before).toContain(heading);
      site.replace(path, heading, "Come and talk to us");
      await page.getByRole("heading", { name: "Come and talk to us" }).waitFor();
      expect(await isMarked(page)).toBe(true);
      expect(await invalid.count()).toBe(count);
      // Their notice is not the page's own: it stays where it was laid.
      expect(await page.locator("body > section.notices").count()).toBe(1);
      site.write(path, before);
      await page.getByRole("heading", { name: heading }).first().waitFor();
    }));

  test("takes new words of a part whose script has not come yet in place", () =>
    site.visit("/", async (page) => {
      await mark(page);
      const part = page.locator('[data-island="testimonials"]');
      expect(await part.getAttribute("data-state")).toBeNull();
      const quote = (await part.locator("blockquote p").first().textContent())?.trim() ?? "";
      const file = readdirSync(join(site.root, "content/testimonials"))
        .map((name) => `content/testimonials/${name}`)
        .find((path) => site.read(path).includes(quote.slice(0, 12)));
      site.replace(file ?? "", quote.slice(0, 12), "Marvellous. ");
      await part.getByText("Marvellous. ").first().waitFor({ state: "attached" });
      expect(await isMarked(page)).toBe(true);
      await wakeIsland(page, "testimonials");
      await part.getByText("Marvellous. ").first().waitFor({ state: "attached" });
    }));

  test("takes a new style sheet in place", () =>
    site.visit("/terms-of-service/", async (page) => {
      await mark(page);
      const colour = () => page.evaluate(() => getComputedStyle(document.querySelector("h1") as Element).color);
      expect(await colour()).not.toBe("rgb(1, 2, 3)");
      site.write(
        "templates/layout/legal.css",
        `${site.read("templates/layout/legal.css")}\nh1 { color: rgb(1 2 3) !important; }\n`,
      );
      await page.waitForFunction(
        () => getComputedStyle(document.querySelector("h1") as Element).color === "rgb(1, 2, 3)",
      );
      expect(await isMarked(page)).toBe(true);
    }));

  test("takes a new picture in place", () =>
    site.visit("/", async (page) => {
      await mark(page);
      const logo = page.locator('img[src*="ardelane"]').first();
      const before = await logo.getAttribute("src");
      site.replace("content/images/clients/ardelane.svg", 'fill="#435164"', 'fill="#a01234"');
      await page.waitForFunction(
        (src) => document.querySelector('img[src*="ardelane"]')?.getAttribute("src") !== src,
        before,
      );
      const after = await page.evaluate(async () => {
        const { src } = document.querySelector('img[src*="ardelane"]') as HTMLImageElement;
        return (await fetch(src)).text();
      });
      expect(after).toContain('fill="#a01234"');
      expect(await isMarked(page)).toBe(true);
    }));

  test("is left alone by a change of another page", () =>
    site.visit("/privacy-policy/", async (page) => {
      const touched = await page.evaluateHandle(() => {
        const seen: string[] = [];
        new MutationObserver((records) => seen.push(...records.map(({ type }) => type))).observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        return seen;
      });
      await site.visit("/terms-of-service/", async (other) => {
        site.replace("content/legal/terms-of-service.md", "title: ", "title: Our ");
        await title(other, "Our ");
      });
      expect(await touched.jsonValue()).toEqual([]);
    }));

  test("follows a file that is saved by rename, and one that is written in halves is never shown half", () =>
    site.visit("/venues/", async (page) => {
      const path = "content/pages/venues.yaml";
      const text = site.read(path);
      site.write(`${path}.tmp`, text.replace(/^title: /m, "title: Renamed "));
      renameSync(join(site.root, `${path}.tmp`), join(site.root, path));
      await title(page, "Renamed ");
      const seen = await page.evaluateHandle(() => {
        const titles: string[] = [];
        new MutationObserver(() => titles.push(document.title)).observe(document.head, {
          subtree: true,
          childList: true,
          characterData: true,
        });
        return titles;
      });
      const whole = text.replace(/^title: /m, "title: Whole ");
      site.write(path, "");
      site.write(path, whole.slice(0, whole.length / 2));
      await new Promise((done) => setTimeout(done, 120));
      site.write(path, whole);
      await title(page, "Whole ");
      expect(new Set((await seen.jsonValue()).map((each) => each.split(" ")[0]))).toEqual(new Set(["Whole"]));
      expect(await page.locator("eventsite-overlay").count()).toBe(0);
      // As soon as it is whole it is shown: an empty file alone would be waited for this long.
      const took: number[] = [];
      for (const turn of ["First", "Second", "Third"]) {
        const begun = Date.now();
        site.write(path, "");
        await new Promise((done) => setTimeout(done, 20));
        site.write(path, text.replace(/^title: /m, `title: ${turn} `));
        await title(page, `${turn} `);
        took.push(Date.now() - begun);
      }
      expect(Math.min(...took)).toBeLessThan(300);
    }));
});
