// Words on pictures can be read wherever the picture is brightest: on every page, every slide and every opened tile.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { type BuiltSite, buildSite } from "../support/built-site.ts";
import { type ServedSite, serveBuiltSite } from "../support/served-site.ts";
import { settlePage } from "../support/settle-page.ts";
import { measureTextOnPictures } from "../support/text-on-pictures.ts";

let browser: Browser;
let site: BuiltSite;
let served: ServedSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([openBrowser(), buildSite()]);
  served = await serveBuiltSite(site);
});
afterAll(async () => {
  await Promise.all([browser?.close(), served?.close()]);
});

test.each([390, 1440])("words on pictures stand out from the brightest pixel under them at %i px", async (width) => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults: string[] = [];
  let lines = 0;
  const measure = async (place: string) => {
    const measured = await measureTextOnPictures(page);
    lines += measured.lines;
    faults.push(...measured.faults.map((fault) => `${place}: ${fault}`));
  };

  for (const path of site.paths) {
    await page.goto(served.url + path);
    await measure(path);
  }

  await page.goto(served.url);
  const dots = page.locator(".hero-carousel .dot");
  await dots.first().waitFor();
  for (const [index, dot] of (await dots.all()).entries()) {
    if (index === 0) continue;
    await dot.click();
    await settlePage(page);
    await measure(`/, slide ${index + 1}`);
    // The rest of the page is as it was.
    await page.evaluate(() => {
      for (const section of document.querySelectorAll("main > section + section")) section.remove();
    });
  }
  await page.goto(served.url);
  await page.evaluate(() => {
    for (const tile of document.querySelectorAll<HTMLElement>(".tile")) tile.dataset.open = "";
  });
  await measure("/, tiles opened");

  await context.close();
  expect(faults).toEqual([]);
  // A search that finds no words would find no faults either.
  expect(lines).toBeGreaterThan(100);
});
