// No page is cut, overlaps or scrolls sideways: on every route at every width, and under larger text, zoom and unusual content.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildSite } from "../support/built-site.ts";
import { withContentCopy } from "../support/content-copy.ts";
import { layoutFaults, smallTargets } from "../support/layout-faults.ts";
import { serveBuiltSite } from "../support/served-site.ts";
import { openSiteInBrowser } from "../support/site-in-browser.ts";
import { fillToSeven, leaveOne, lengthenWords } from "../support/stressed-content.ts";

const WIDTHS = [320, 390, 768, 1024, 1440, 1920];
/** A page of every kind, and one of every framing. */
const KINDS = [
  "/",
  "/services/",
  "/services/event-planning/",
  "/services/event-design/",
  "/services/venue-services/",
  "/services/equipment-logistics/",
  "/services/vip-dinners/",
  "/venues/",
  "/talent/",
  "/contact/",
  "/terms-of-service/",
  "/404.html",
];

const at = openSiteInBrowser();

/** Opens each page once, then looks at it in every window. */
async function faultsOf(
  base: string,
  paths: readonly string[],
  windows: readonly { readonly width: number; readonly height?: number }[],
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const context = await at.browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(base + path);
    await prepare(page);
    for (const { width, height = 900 } of windows) {
      await page.setViewportSize({ width, height });
      faults.push(...(await layoutFaults(page)).map((fault) => `${path} at ${width} px: ${fault}`));
    }
  }
  await context.close();
  return faults;
}

const windows = (...widths: number[]) => widths.map((width) => ({ width }));
const doubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });

describe("the site as it stands", () => {
  test("every page is whole at every width", async () => {
    expect(await faultsOf(at.url, at.site.paths, windows(...WIDTHS))).toEqual([]);
  });

  test("pages are whole with text of twice the size", async () => {
    expect(await faultsOf(at.url, KINDS, windows(390, 1024, 1440), doubleText)).toEqual([]);
  });

  test("pages are whole at four times the zoom, which leaves 320 by 256 px", async () => {
    expect(await faultsOf(at.url, KINDS, [{ width: 320, height: 256 }])).toEqual([]);
  });

  test("fingers hit what there is to press", async () => {
    const context = await at.browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    const small: string[] = [];
    for (const path of KINDS) {
      await page.goto(at.url + path);
      small.push(...(await smallTargets(page)).map((target) => `${path}: ${target}`));
    }
    await context.close();
    expect([...new Set(small)]).toEqual([]);
  });
});

describe("unusual content", () => {
  const stresses = [
    ["words of forty letters, a venue name of sixty and buttons of two lines", lengthenWords],
    ["one item in every list", leaveOne],
    ["seven items in every list", fillToSeven],
  ] as const;

  test.each(stresses)("%s: pages stay whole", async (_, stress) => {
    await withContentCopy(async ({ root }) => {
      stress(`${root}/content`);
      const stressed = await serveBuiltSite(await buildSite({ root }));
      try {
        expect(await faultsOf(stressed.url, KINDS, windows(320, 768, 1440))).toEqual([]);
      } finally {
        await stressed.close();
      }
    });
  });
});
