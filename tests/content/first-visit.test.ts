// A first visit to each of the owner's pages: it opens, nothing fails behind it or moves while it comes in, and its first picture comes soon.
import { expect, test } from "vitest";
import { openSiteInBrowser } from "../support/browser/site-in-browser.ts";
import { projectDir } from "../support/site/with-site.ts";

const at = openSiteInBrowser({ root: projectDir });

test.each([
  ["a phone", { width: 390, height: 844 }, 2],
  ["a desktop", { width: 1440, height: 900 }, 1],
])(
  "on %s every page opens without an error, does not move, and begins with a picture of 180 kB at most",
  async (_, viewport, deviceScaleFactor) => {
    const context = await at.browser.newContext({ viewport, deviceScaleFactor });
    await context.addInitScript(() => {
      const seen = window as unknown as { shift: number };
      seen.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) seen.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    const page = await context.newPage();
    const wrong: string[] = [];
    let path = "";
    page.on("pageerror", ({ message }) => wrong.push(`${path} fails: ${message}`));
    page.on("response", (answer) => {
      if (answer.status() >= 400) wrong.push(`${path} gets status ${answer.status()} for ${answer.url()}`);
    });
    for (path of at.site.paths) {
      await page.goto(at.url + path);
      const { shift, first } = await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const picture = [...document.querySelectorAll<HTMLImageElement>("main img")].find(
          (image) => image.getBoundingClientRect().top < innerHeight,
        );
        return { shift: (window as unknown as { shift: number }).shift, first: picture?.currentSrc ?? "" };
      });
      if (shift > 0.001) wrong.push(`${path} moves by ${shift.toFixed(4)}`);
      const bytes = first ? at.site.bytes(new URL(first).pathname.slice(1)).length : 0;
      if (bytes > 180_000) wrong.push(`${path} begins with ${bytes} bytes of ${new URL(first).pathname}`);
    }
    await context.close();
    expect(wrong).toEqual([]);
  },
);
