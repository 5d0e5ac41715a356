// The owner's pages in Chromium, whatever they say: no page is cut, overlaps or scrolls sideways, and each can be used by everyone.
import { expect, test } from "vitest";
import { axeFaults } from "../support/browser/axe-faults.ts";
import { layoutFaults, wakeCarousels } from "../support/browser/layout-faults.ts";
import { openSiteInBrowser } from "../support/browser/site-in-browser.ts";
import { sample } from "../support/process/rounds.ts";
import { projectDir } from "../support/site/with-site.ts";

const at = openSiteInBrowser({ pictures: "flat", root: projectDir });

test("every page is whole on small phones, phones and desktops, and axe finds nothing", async () => {
  const context = await at.browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults: string[] = [];
  for (const path of sample(at.site.paths, 6)) {
    await page.goto(at.url + path);
    await wakeCarousels(page);
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const found = [...(await layoutFaults(page)), ...(width > 320 ? await axeFaults(page) : [])];
      faults.push(...found.map((fault) => `${path} at ${width} px: ${fault}`));
    }
  }
  await context.close();
  expect(faults).toEqual([]);
}, 240_000);
