// No page is cut, overlaps or scrolls sideways: on every route at every width, and under larger text, zoom and unusual content.
import { describe, expect, test } from "vitest";
import { layoutFaults, smallTargets, wakeCarousels } from "../support/browser/layout-faults.ts";
import { openSiteInBrowser } from "../support/browser/site-in-browser.ts";
import { serveBuiltSite } from "../support/hosts/served-site.ts";
import { sample } from "../support/process/rounds.ts";
import { buildSite } from "../support/site/built-site.ts";
import { withContentCopy } from "../support/site/content-copy.ts";
import { PAGE_KINDS } from "../support/site/page-kinds.ts";
import { fillToSeven, leaveOne, lengthenWords } from "../support/site/stressed-content.ts";

const WIDTHS = [320, 390, 768, 1024, 1440, 1920];
interface Look {
  readonly width: number;
  readonly height?: number;
  /** Larger letters in boxes of pixels, or the browser's own setting, which media queries follow. */
  readonly text?: "text of 200 %" | "default font of 32 px";
}

const at = openSiteInBrowser({ pictures: "flat" });

/** Opens each page once, then looks at it in every window. */
async function faultsOf(base: string, paths: readonly string[], windows: readonly Look[]): Promise<string[]> {
  const context = await at.browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const settings = await context.newCDPSession(page);
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(base + path);
    await wakeCarousels(page);
    for (const { width, height = 900, text = "" } of windows) {
      await page.setViewportSize({ width, height });
      await settings.send("Page.setFontSizes", { fontSizes: { standard: text === "default font of 32 px" ? 32 : 16 } });
      await page.evaluate(
        (size) => {
          document.documentElement.style.fontSize = size;
        },
        text === "text of 200 %" ? "200%" : "",
      );
      faults.push(...(await layoutFaults(page)).map((fault) => `${path} at ${width} px ${text}: ${fault}`));
    }
  }
  await context.close();
  return faults;
}

const windows = (...widths: number[]) => widths.map((width) => ({ width }));

describe("the site as it is", () => {
  test("every page is whole at every width, with letters of twice the size, and at four times the zoom", async () => {
    const larger = (["text of 200 %", "default font of 32 px"] as const).flatMap((text) =>
      [320, 390, 1280, 1440].map((width) => ({ width, text })),
    );
    // Four times the zoom leaves 320 by 256 px of a window of 1280.
    const looks = [...windows(...WIDTHS), { width: 320, height: 256 }, ...larger];
    expect(await faultsOf(at.url, sample(at.site.paths, 6), looks)).toEqual([]);
  }, 240_000);

  test("fingers hit what there is to press", async () => {
    const context = await at.browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    const small: string[] = [];
    for (const path of sample(PAGE_KINDS, 4)) {
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

  test.each(sample(stresses, 3))("%s: pages stay whole", async (_, stress) => {
    await withContentCopy(async ({ root }) => {
      stress(`${root}/content`);
      const stressed = await serveBuiltSite(await buildSite({ root }), { pictures: "flat" });
      try {
        expect(await faultsOf(stressed.url, sample(PAGE_KINDS, 6), windows(320, 768, 1440))).toEqual([]);
      } finally {
        await stressed.close();
      }
    });
  });
});
