// Pages look as they did when somebody last looked: a section that lost its style, its words or its place is reported, with its position.
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/browser/browser.ts";
import { LOOKED_AT, lookDifference, WIDTHS } from "../support/browser/compare-look.ts";
import { type ServedSite, serveBuiltSite } from "../support/hosts/served-site.ts";
import { buildSite } from "../support/site/built-site.ts";

let browser: Browser;
let served: ServedSite;

beforeAll(async () => {
  [browser, served] = await Promise.all([openBrowser(), buildSite().then(serveBuiltSite)]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), served?.close()]);
});

test.each(LOOKED_AT.flatMap((look) => WIDTHS.map((width) => ({ ...look, width }))))(
  "$name at $width px looks as it did",
  async ({ width, ...look }) => {
    expect(await lookDifference(browser, served, look, width)).toBe("");
  },
);
