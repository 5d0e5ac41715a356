// What a page costs before its pictures, and when these are fetched.
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openSiteInBrowser } from "../support/browser/site-in-browser.ts";

const at = openSiteInBrowser();

test("HTML with its CSS weighs 45 kB at most on the start page and 25 kB elsewhere, compressed", () => {
  const fileOf = new Map(at.site.result.routes.map(({ path, file }) => [path, file]));
  const heavy = at.site.paths
    .map((path) => ({ path, bytes: gzipSync(at.site.bytes(fileOf.get(path) ?? ""), { level: 9 }).length }))
    .filter(({ path, bytes }) => bytes > (path === "/" ? 45_000 : 25_000));
  expect(heavy).toEqual([]);
});

test("pictures after the first section are fetched once the first screen is painted, without script too", async () => {
  for (const javaScriptEnabled of [true, false]) {
    // So high that some are on the screen: browsers differ in how near a lazy picture has to be.
    const context = await at.browser.newContext({ viewport: { width: 412, height: 3000 }, javaScriptEnabled });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Animation.enable");
    let fetched: string[] = [];
    page.on("request", (request) => request.resourceType() === "image" && fetched.push(request.url()));
    const fetchedAfterTheFirstSection = async () => {
      const after = await page
        .locator("main > .section ~ .section img")
        .evaluateAll((images: HTMLImageElement[]) => images.map(({ currentSrc }) => currentSrc));
      return fetched.filter((url) => after.includes(url));
    };
    for (const path of ["/", "/venues/"]) {
      fetched = [];
      // Time begins with the first paint; stopped there, that moment lasts as long as the test looks. Chromium stops it only with script.
      if (javaScriptEnabled) await devtools.send("Animation.setPlaybackRate", { playbackRate: 0 });
      await page.goto(at.url + path);
      if (javaScriptEnabled) {
        // Each screenshot is a frame.
        for (let frame = 0; frame < 3; frame++) await page.screenshot({ clip: { x: 0, y: 0, width: 8, height: 8 } });
        expect(fetched.length).toBeGreaterThan(0);
        expect(await fetchedAfterTheFirstSection()).toEqual([]);
        await devtools.send("Animation.setPlaybackRate", { playbackRate: 1 });
      }
      await expect.poll(async () => (await fetchedAfterTheFirstSection()).length).toBeGreaterThan(0);
    }
    await context.close();
  }
});
