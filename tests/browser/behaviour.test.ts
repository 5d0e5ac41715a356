// The frame, the tiles and the logos as visitors meet them; a page of every kind for axe, with its menu open, and without script.
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { axeFaults } from "../support/browser/axe-faults.ts";
import { openSiteInBrowser } from "../support/browser/site-in-browser.ts";
import { openVisitor, WIDTHS, wakeIsland } from "../support/browser/visitor.ts";
import { PAGE_KINDS } from "../support/site/page-kinds.ts";

const at = openSiteInBrowser({ pictures: "flat" });

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
const toBottom = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));

describe.each([true, false])("the menu of small screens, with script %s", (javaScriptEnabled) => {
  test("opens, holds the page behind it still and out of reach, closes on Escape and gives the focus back", async () => {
    const { page, issues, close } = await openVisitor(at.browser, { width: 390, javaScriptEnabled });
    await page.goto(`${at.url}/services/`);
    const sheet = page.locator("#menu");
    expect(await sheet.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).press("Enter");
    expect(await sheet.isVisible()).toBe(true);
    expect(await page.locator("main").isVisible()).toBe(false);
    const order: string[] = [];
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press("Tab");
      order.push(await page.locator(":focus").innerText());
    }
    expect(order).toEqual([
      "Services",
      "Venues",
      "Talent",
      expect.stringContaining("416-555-0142"),
      "Get a Free Quote",
    ]);
    await page.keyboard.press("Escape");
    expect(await sheet.isVisible()).toBe(false);
    expect(await page.locator(":focus").innerText()).toBe("Menu");
    await page.getByRole("button", { name: "Menu" }).click();
    await sheet.getByRole("link", { name: "Venues" }).click();
    await page.waitForURL(`${at.url}/venues/`);
    expect(issues).toEqual([]);
    await close();
  });
});

test.each(WIDTHS)("the header stays in sight, and every new page opens at its top, at %d px", async (width) => {
  const { page, issues, close } = await openVisitor(at.browser, { width });
  await page.goto(`${at.url}/services/`);
  await toBottom(page);
  expect((await page.locator("header").boundingBox())?.y).toBe(0);
  await page.locator("footer").getByRole("link", { name: "Privacy Policy" }).click();
  await page.waitForURL(`${at.url}/privacy-policy/`);
  expect(await scrolled(page)).toBe(0);
  expect(issues).toEqual([]);
  await close();
});

test.each(["no-preference", "reduce"] as const)(
  "a footer link to the open page leads to its top, motion: %s",
  async (reducedMotion) => {
    const { page, issues, close } = await openVisitor(at.browser, { reducedMotion });
    await page.goto(`${at.url}/services/gala-dinners/`);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    const link = page.locator("footer a[aria-current=page]").first();
    // In sight before it takes the focus, so that the browser does not glide to it while it is pressed.
    await link.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    await page.evaluate(async () => {
      // The jump to the footer is reported in the next frame.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const all = window as unknown as { places: number[] };
      all.places = [];
      addEventListener("scroll", () => all.places.push(scrollY));
    });
    const start = await scrolled(page);
    await link.press("Enter");
    await expect.poll(() => scrolled(page), { timeout: 10_000 }).toBe(0);
    const places = await page.evaluate(() => (window as unknown as { places: number[] }).places);
    const between = places.filter((place) => place > 50 && place < start * 0.8);
    expect(between.length > 0).toBe(reducedMotion === "no-preference");
    expect(await page.evaluate(() => "isSame" in window)).toBe(true);
    expect(issues).toEqual([]);
    await close();
  },
);

test("the not-found page writes the visited path to the console", async () => {
  const { page, said, close } = await openVisitor(at.browser);
  await page.goto(`${at.url}/old/brochure?x=1`);
  await expect.poll(() => said).toContain("warning: No page at /old/brochure");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Oops! Page not found");
  await close();
});

describe("service tiles", () => {
  const detail = (page: Page, index: number) => page.locator(".tile").nth(index).locator(".detail");
  const isShown = (page: Page, index: number) =>
    detail(page, index).evaluate(
      (element) => Number(getComputedStyle(element).opacity) > 0.9 && element.clientHeight > 100,
    );

  test.each(WIDTHS)(
    "swap on hover and on keyboard focus, and Escape brings the picture back, at %d px",
    async (width) => {
      const { page, issues, close } = await openVisitor(at.browser, { width });
      await page.goto(`${at.url}/`);
      await wakeIsland(page, "service-tiles");
      expect(await isShown(page, 0)).toBe(false);
      await page.locator(".tile").nth(0).hover();
      await expect.poll(() => isShown(page, 0)).toBe(true);
      await page.keyboard.press("Escape");
      await expect.poll(() => isShown(page, 0)).toBe(false);
      await page.mouse.move(0, 0);
      await page.locator(".tile a").nth(0).focus();
      await page.keyboard.press("Tab");
      await expect.poll(() => isShown(page, 1)).toBe(true);
      expect(await isShown(page, 0)).toBe(false);
      expect(await focused(page)).toBe("Discover More");
      await page.keyboard.press("Escape");
      await expect.poll(() => isShown(page, 1)).toBe(false);
      expect(issues).toEqual([]);
      await close();
    },
  );

  test("swap on tap, one at a time, and only the link of an open tile leads away", async () => {
    const { page, issues, close } = await openVisitor(at.browser, { width: 390, hasTouch: true, isMobile: true });
    await page.goto(`${at.url}/`);
    await wakeIsland(page, "service-tiles");
    await page.locator(".tile").nth(0).tap();
    await expect.poll(() => isShown(page, 0)).toBe(true);
    await page.locator(".tile").nth(1).tap();
    await expect.poll(() => isShown(page, 1)).toBe(true);
    await expect.poll(() => isShown(page, 0)).toBe(false);
    await page.locator(".tile h3").nth(1).tap();
    await expect.poll(() => isShown(page, 1)).toBe(false);
    expect(page.url()).toBe(`${at.url}/`);
    await page.locator(".tile").nth(1).tap();
    await expect.poll(() => isShown(page, 1)).toBe(true);
    await page.locator(".tile").nth(1).getByRole("link").tap();
    await page.waitForURL(`${at.url}/services/event-design/`);
    expect(issues).toEqual([]);
    await close();
  });

  test("on a laptop with a touch screen, a finger follows the link of a tile whose details are there already", async () => {
    const { page, close } = await openVisitor(at.browser, { hasTouch: true });
    await page.goto(`${at.url}/`);
    await wakeIsland(page, "service-tiles");
    await page.locator(".tile a").nth(0).focus();
    await page.keyboard.press("Tab");
    await expect.poll(() => isShown(page, 1)).toBe(true);
    await page.locator(".tile").nth(1).getByRole("link").tap();
    await page.waitForURL(`${at.url}/services/event-design/`);
    await close();
  });

  test("show everything on a touch screen without script", async () => {
    const { page, close } = await openVisitor(at.browser, {
      width: 390,
      hasTouch: true,
      isMobile: true,
      javaScriptEnabled: false,
    });
    await page.goto(`${at.url}/`);
    expect(await detail(page, 4).getByRole("listitem").first().isVisible()).toBe(true);
    expect(await detail(page, 4).evaluate((element) => getComputedStyle(element).opacity)).toBe("1");
    await close();
  });
});

test.each([true, false])(
  "the logos run on without a gap, rest under a pointer and by their button, with script %s",
  async (javaScriptEnabled) => {
    const { page, close } = await openVisitor(at.browser, { javaScriptEnabled });
    await page.goto(`${at.url}/`);
    const lists = page.locator(".logo-strip ul");
    await page.locator(".logo-strip h2").scrollIntoViewIfNeeded();
    const state = () => lists.first().evaluate((list) => getComputedStyle(list).animationPlayState);
    expect(await lists.evaluateAll((all) => all.map((list) => [list.children.length, list.ariaHidden]))).toEqual([
      [6, null],
      [6, "true"],
    ]);
    await page.mouse.move(0, 0);
    expect(await state()).toBe("running");
    await page.locator(".logo-strip .line").hover();
    expect(await state()).toBe("paused");
    await page.mouse.move(0, 0);
    await page.getByRole("checkbox", { name: "Pause the logos" }).press("Space");
    expect(await state()).toBe("paused");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await lists.first().evaluate((list) => getComputedStyle(list).animationName)).toBe("none");
    await close();
  },
);

test.each(WIDTHS)("axe finds nothing on a page of any kind, with the menu open too, at %d px", async (width) => {
  const { page, close } = await openVisitor(at.browser, { width, reducedMotion: "reduce" });
  const found: string[] = [];
  for (const path of PAGE_KINDS) {
    await page.goto(at.url + path);
    found.push(...(await axeFaults(page)).map((fault) => `${path} ${fault}`));
  }
  await page.goto(`${at.url}/`);
  await wakeIsland(page, "testimonials");
  found.push(...(await axeFaults(page)).map((fault) => `alive ${fault}`));
  if (width < 600) {
    await page.getByRole("button", { name: "Menu" }).click();
    found.push(...(await axeFaults(page)).map((fault) => `menu ${fault}`));
  }
  expect(found).toEqual([]);
  await close();
});

test.each(WIDTHS)("every page opens without script, in whole and without a problem, at %d px", async (width) => {
  const { page, issues, close } = await openVisitor(at.browser, { width, javaScriptEnabled: false });
  for (const path of at.site.paths) {
    await page.goto(at.url + path);
    expect(await page.getByRole("heading", { level: 1 }).isVisible(), path).toBe(true);
    expect(await page.locator("footer").isVisible(), path).toBe(true);
  }
  expect(issues.filter((each) => !each.includes("404"))).toEqual([]);
  await close();
});
