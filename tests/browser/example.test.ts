// The site that `eventsite init` writes, in Chromium.
import { expect, test } from "vitest";
import { axeFaults } from "../support/browser/axe-faults.ts";
import { layoutFaults, shiftOf } from "../support/browser/layout-faults.ts";
import { openSiteInBrowser } from "../support/browser/site-in-browser.ts";
import { exampleDir } from "../support/site/with-site.ts";

const at = openSiteInBrowser({ root: exampleDir });

test("every page is whole at every width, and axe finds nothing", async () => {
  const page = await at.browser.newPage();
  const faults: string[] = [];
  for (const path of at.site.paths)
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(at.url + path);
      const found = [...(await layoutFaults(page)), ...(await axeFaults(page))];
      faults.push(...found.map((fault) => `${path} at ${width} px: ${fault}`));
    }
  await page.close();
  expect(faults).toEqual([]);
});

test("nothing moves while it loads, and the link of a walk chooses the walk in the form", async () => {
  const page = await at.browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(at.url);
  await page.locator("[data-island][data-state=ready]").waitFor();
  for (const picture of await page.locator("img").all()) await picture.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(await shiftOf(page)).toBe(0);
  await page.getByRole("link", { name: "Join this walk" }).last().click();
  expect(await page.getByLabel("Which walk?").inputValue()).toBe("Moonrise over the bay");
  await page.close();
});
