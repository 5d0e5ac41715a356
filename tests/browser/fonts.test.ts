// The fonts in a real browser: they arrive, they are used, and a page does not move when they arrive late.
import type { BrowserContext, Page } from "playwright";
import { expect, test } from "vitest";
import { settlePage } from "../support/browser/settle-page.ts";
import { openSiteInBrowser } from "../support/browser/site-in-browser.ts";

const at = openSiteInBrowser({ pictures: "flat" });

/** Runs in the page, before anything else: adds up what moved without the visitor's doing. */
function watchShifts(): void {
  const seen = window as unknown as { shift: number; shifted: string[] };
  seen.shift = 0;
  seen.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Element | null }[];
    }[]) {
      if (entry.hadRecentInput) continue;
      seen.shift += entry.value;
      seen.shifted.push(
        ...entry.sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.trim().slice(0, 40)}`),
      );
    }
  }).observe({ type: "layout-shift", buffered: true });
}

const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))).observe({
          type: "paint",
          buffered: true,
        });
      }),
  );

/** How far a page moved that was painted before its fonts came, and whether it was set in the stand-in. */
async function shiftOf(context: BrowserContext, path: string) {
  const page = await context.newPage();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.woff2", async (route) => {
    await released;
    await route.continue();
  });
  const arrived = page.waitForEvent("requestfinished", (request) => request.url().endsWith(".woff2"));
  await page.goto(at.url + path, { waitUntil: "commit" });
  await painted(page);
  release();
  await arrived;
  await page.evaluate(() =>
    document.fonts.ready.then(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    ),
  );
  const result = await page.evaluate<{ shift: number; shifted: string[] }>("({ shift, shifted })");
  await page.close();
  return result;
}

// Only a line that breaks elsewhere moves a page: letters of the same measure on average are not so word by word. What is allowed is the
// most that this site moves, in one line of one page; browsers call up to 0.1 good.
test.each([
  [360, 0.021],
  [390, 0.016],
  [412, 0.04],
  [768, 0.052],
  [1024, 0.005],
  [1440, 0.001],
])("at %i px no page moves by more than %d when its fonts take their fallbacks' place", async (width, most) => {
  const context = await at.browser.newContext({ viewport: { width, height: 844 } });
  await context.addInitScript(watchShifts);
  const moved: string[] = [];
  for (const path of at.site.paths) {
    const { shift, shifted } = await shiftOf(context, path);
    if (shift > most) moved.push(`${path} by ${shift.toFixed(4)}: ${shifted.join(", ")}`);
  }
  await context.close();
  expect(moved).toEqual([]);
});

test("a page is set in the site's own fonts, and asks for each file once", async () => {
  const page = await at.browser.newPage();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".woff2")) asked.push(request.url());
  });
  await page.goto(at.url);
  await settlePage(page);
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', "")),
  );
  expect(loaded).toEqual(expect.arrayContaining(["Imbue", "Hanken Grotesk"]));
  expect(asked).toHaveLength(2);
  await page.close();
});
