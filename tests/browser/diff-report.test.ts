// The report of `diff --html`, read on a phone and on a desk: both versions of a page, pictures, no request, nothing cut off.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { build, diff } from "../../cli/index.ts";
import { openBrowser } from "../support/browser/browser.ts";
import { withSite } from "../support/site/with-site.ts";

const browser = await openBrowser();
afterAll(() => browser.close());

test("both versions of a page and of a picture are in the file, which is read without a network", () =>
  withSite({}, async ({ root }) => {
    await build({ root });
    const path = join(root, "content/pages/contact.yaml");
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(/heading: Contact us/, "heading: Write to a producer today"),
    );
    const { report } = await diff({ root, html: "changes.html" });
    expect(report).toEqual({ file: join(root, "changes.html"), bytes: readFileSync(report?.file ?? "").length });

    for (const width of [390, 1440]) {
      const page = await browser.newPage({ viewport: { width, height: 844 } });
      const requests: string[] = [];
      const reported: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      page.on("console", (message) => reported.push(message.text()));
      await page.goto(`file://${report?.file}`);
      await page.getByText("The whole page").click();
      for (const [version, heading] of [
        ["before", "Contact us"],
        ["after", "Write to a producer today"],
      ] as const) {
        const frame = page.frameLocator(`iframe[title="The page ${version}"]`);
        await frame.getByRole("heading", { level: 1, name: heading }).waitFor();
        const images = frame.locator("img");
        await expect
          .poll(() => images.evaluateAll((all) => all.every((each) => (each as HTMLImageElement).naturalWidth > 0)))
          .toBe(true);
      }
      expect(requests.filter((url) => !/^(?:file|data|about):/.test(url))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(reported.filter((text) => !/font/.test(text))).toEqual([]);
      await page.close();
    }
  }));
