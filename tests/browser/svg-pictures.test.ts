// What is published of SVG pictures that try to run or load something, opened in a browser with nothing around it that would stop them.
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sanitiseSvg } from "../../cli/assets/images/sanitise-svg.ts";
import { openBrowser } from "../support/browser/browser.ts";
import { CLEANED, REFUSED } from "../support/site/hostile-svgs.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Opens each picture as a document of its own in a frame, and as a picture; gives what was asked for besides them and what scripts said. */
async function openAll(
  pictures: readonly string[],
  isOver: (seen: { requests: readonly string[]; said: readonly string[] }) => boolean = () => true,
): Promise<{ requests: string[]; said: string[] }> {
  const requests: string[] = [];
  const said: string[] = [];
  const page = await browser.newPage();
  page.on("console", (message) => message.text() === "ran" && said.push("ran"));
  await page.route("**/*", (route) => {
    const url = route.request().url();
    const number = /^http:\/\/site\.test\/(\d+)\.svg$/.exec(url)?.[1];
    if (number !== undefined) return route.fulfill({ contentType: "image/svg+xml", body: pictures[Number(number)] });
    if (url === "http://site.test/") {
      const frames = pictures.map((_, index) => `<iframe src="${index}.svg"></iframe><img src="${index}.svg">`);
      // All of them on the screen: what is out of view may be painted never.
      return route.fulfill({ contentType: "text/html", body: `<style>*{width:40px}</style>${frames.join("")}` });
    }
    requests.push(url);
    return route.abort();
  });
  await page.goto("http://site.test/", { waitUntil: "load" });
  // Two pictures painted: styles are resolved, and what they name is asked for; motion has begun.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.screenshot();
  await expect.poll(() => isOver({ requests, said })).toBe(true);
  await page.close();
  return { requests, said };
}

/** The picture as it is published; undefined where it is refused. */
function published(source: string): string | undefined {
  try {
    return sanitiseSvg(source);
  } catch {
    return undefined;
  }
}

describe("SVG pictures that try to run or load something", () => {
  // What the next test sees nothing of can be seen here.
  test("do so where they are published as they are", async () => {
    const named = ["an import that a comment divides", "a picture from elsewhere", "an event handler"];
    const raw = named.map((name) => REFUSED[name] ?? "");
    const seen = await openAll(raw, ({ requests, said }) => requests.length >= 2 && said.length > 0);
    expect(seen.requests.map((url) => new URL(url).pathname).sort()).toEqual(["/a.css", "/a.png"]);
  });

  test("ask for nothing and run nothing once they have been cleaned", async () => {
    const pictures = [...Object.values(REFUSED), ...Object.values(CLEANED)].flatMap((each) => published(each) ?? []);
    expect(pictures.length).toBe(Object.keys(CLEANED).length);
    expect(await openAll(pictures)).toEqual({ requests: [], said: [] });
  });
});
