// The report of `diff --html`, made with a Chromium of this machine and read on a phone: screenshots, no request, nothing cut off.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { build, diff } from "../../cli/index.ts";
import { openBrowser } from "../support/browser.ts";
import { withSite } from "../support/with-site.ts";

const browser = await openBrowser();
afterAll(() => browser.close());

test("pages are shown before and after, and the file is read without a network", () =>
  withSite({}, async ({ root }) => {
    await build({ root });
    const path = join(root, "content/pages/contact.yaml");
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(/heading: Contact us/, "heading: Write to a producer today"),
    );
    appendFileSync(join(root, "content/legal/terms.md"), "\nA last word on the matter.\n");
    const { report } = await diff({ root, against: undefined, html: "changes.html" });
    expect(report).toMatchObject({ file: join(root, "changes.html"), screenshots: 2 });

    for (const width of [390, 1440]) {
      const page = await browser.newPage({ viewport: { width, height: 844 } });
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await page.goto(`file://${report?.file}`);
      expect(requests.filter((url) => !/^(?:file|data):/.test(url))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const images = await page.evaluate(() => [...document.images].map(({ naturalWidth }) => naturalWidth));
      expect([images.filter((size) => size === 0), images.filter((size) => size === 390).length]).toEqual([[], 4]);
      expect(await page.locator("ins").first().textContent()).toBeTruthy();
      await page.close();
    }
  }));

test("without a Chromium the report has everything else", () =>
  withSite({}, async ({ root }) => {
    await build({ root });
    const path = join(root, "content/pages/contact.yaml");
    writeFileSync(path, readFileSync(path, "utf8").replace(/^title: .*$/m, "title: Write to us"));
    const { PATH, CHROME_PATH } = process.env;
    try {
      Object.assign(process.env, { PATH: root, CHROME_PATH: join(root, "none") });
      const { report } = await diff({ root, html: "changes.html" });
      expect(report?.screenshots).toBe(0);
    } finally {
      process.env.PATH = PATH;
      if (CHROME_PATH === undefined) delete process.env.CHROME_PATH;
      else process.env.CHROME_PATH = CHROME_PATH;
    }
    const html = readFileSync(join(root, "changes.html"), "utf8");
    expect(html).toContain("Write to us");
    expect(html).not.toContain("The page on a phone");
  }));
