// `notice` of site.yaml: on every page, closed once by each visitor, and never a cause of movement.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFaults } from "../support/browser/axe-faults.ts";
import { openBrowser } from "../support/browser/browser.ts";
import { shiftOf } from "../support/browser/layout-faults.ts";
import { type ServedSite, serveBuiltSite } from "../support/hosts/served-site.ts";
import { type BuiltSite, buildSite } from "../support/site/built-site.ts";
import { withSite } from "../support/site/with-site.ts";

let browser: Browser;
let plain: BuiltSite;
const sites: BuiltSite[] = [];
const served: ServedSite[] = [];

const WORDS = ["Closed from 24 December to 2 January.", "Open again."];

beforeAll(async () => {
  browser = await openBrowser();
  await withSite({}, async ({ root }) => {
    plain = await buildSite({ root });
  });
  for (const words of WORDS)
    await withSite({}, async ({ root }) => {
      appendFileSync(join(root, "content/site.yaml"), `\nnotice: { text: ${words}, link: /contact }\n`);
      sites.push(await buildSite({ root }));
    });
  for (const site of sites) served.push(await serveBuiltSite(site, { pictures: "flat" }));
});
afterAll(async () => {
  await browser?.close();
  for (const site of served) await site.close();
});

const notice = (page: Page) => page.getByRole("complementary", { name: "Notice" });

test("it is on every page, with one script that the page waits for; without a notice there is neither", () => {
  const [site] = sites;
  for (const { file } of site?.result.routes ?? []) {
    expect(site?.file(file), file).toContain(WORDS[0]);
    expect(site?.file(file), file).toMatch(/<script src="\/assets\/scripts\/notice-[0-9a-f]{16}\.js"><\/script>/);
    expect(plain.file(file), file).not.toMatch(/site-notice"|scripts\/notice-/);
  }
});

test.each([390, 1440])(
  "at %s px it is closed by keyboard, stays closed on all pages, and moves nothing",
  async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${served[0]?.url}/`);
    await expect.poll(() => notice(page).getByRole("link", { name: WORDS[0] }).count()).toBe(1);
    expect(await axeFaults(page)).toEqual([]);
    expect(await shiftOf(page)).toBe(0);
    await notice(page).getByRole("button", { name: "Close notice" }).focus();
    await page.keyboard.press("Enter");
    expect(await notice(page).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.matches(".site-header a"))).toBe(true);
    await page.goto(`${served[0]?.url}/contact/`);
    expect([await notice(page).count(), await shiftOf(page)]).toEqual([0, 0]);
    await context.close();
  },
);

test("other words are shown again to those who have closed the ones before", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // Both sites under one address, as one after the other.
  let current = 0;
  await page.route("http://site.test/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${served[current]?.url}${pathname}` }) });
  });
  await page.goto("http://site.test/");
  await notice(page).getByRole("button").click();
  await page.reload();
  expect(await notice(page).count()).toBe(0);
  current = 1;
  await page.reload();
  expect(await notice(page).innerText()).toContain(WORDS[1]);
  await context.close();
});

test("without script it is there, and has no button; on paper it is not", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${served[0]?.url}/`);
  expect(await notice(page).getByRole("link").count()).toBe(1);
  expect(await notice(page).getByRole("button").count()).toBe(0);
  await page.emulateMedia({ media: "print" });
  expect(await notice(page).count()).toBe(0);
  await context.close();
});

test("the open menu of small screens begins below the header, where the notice is closed for the time", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${served[0]?.url}/`);
  await page.locator("button.menu").click();
  const [header, menu] = await Promise.all(
    [".site-header .page-width", ".sheet"].map((selector) => page.locator(selector).boundingBox()),
  );
  expect(menu?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) - 1);
  await context.close();
});
