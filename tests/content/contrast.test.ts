// Words on pictures can be read wherever the picture is brightest: on every page, every slide and every opened tile.
import { expect, test } from "vitest";
import { wakeCarousels } from "../support/browser/layout-faults.ts";
import { settlePage } from "../support/browser/settle-page.ts";
import { openSiteInBrowser } from "../support/browser/site-in-browser.ts";
import { measureTextOnPictures } from "../support/browser/text-on-pictures.ts";
import { projectDir } from "../support/site/with-site.ts";

const at = openSiteInBrowser({ root: projectDir });

test.each([390, 1440])("words on pictures stand out from the brightest pixel under them at %i px", async (width) => {
  const context = await at.browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults: string[] = [];
  let lines = 0;
  const measure = async (place: string) => {
    const measured = await measureTextOnPictures(page);
    lines += measured.lines;
    faults.push(...measured.faults.map((fault) => `${place}: ${fault}`));
  };

  for (const path of at.site.paths) {
    await page.goto(at.url + path);
    await measure(path);
  }

  await page.goto(at.url);
  const dots = page.locator(".hero-carousel .dot");
  await wakeCarousels(page);
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
  await page.goto(at.url);
  await page.evaluate(() => {
    for (const tile of document.querySelectorAll<HTMLElement>(".tile")) tile.dataset.open = "";
  });
  await measure("/, tiles opened");

  await context.close();
  expect(faults).toEqual([]);
  // A search that finds no words would find no faults either.
  expect(lines).toBeGreaterThan(0);
});
