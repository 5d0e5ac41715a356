// Every page in a real browser: it opens, nothing fails behind it, and it never scrolls sideways.
import { expect, test } from "vitest";
import { openSiteInBrowser } from "../support/site-in-browser.ts";

const at = openSiteInBrowser();

test("every page opens without an error and without sideways scroll at 320 and 1440 px", async () => {
  const wrong: string[] = [];
  for (const width of [320, 1440]) {
    const context = await at.browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    let path = "";
    page.on("pageerror", ({ message }) => wrong.push(`${path} ${width}: ${message}`));
    page.on("response", (answer) => {
      if (answer.status() >= 400) wrong.push(`${path} ${width}: status ${answer.status()} for ${answer.url()}`);
    });
    for (path of at.site.paths) {
      await page.goto(at.url + path);
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (tooWide > 0) wrong.push(`${path} ${width}: ${tooWide} px too wide`);
    }
    await context.close();
  }
  expect(wrong).toEqual([]);
});
