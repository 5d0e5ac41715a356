// The header of small screens in every size of text, in browsers with popovers and in those that have none yet.
import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { openSiteInBrowser } from "../support/browser/site-in-browser.ts";
import { openVisitor } from "../support/browser/visitor.ts";

const at = openSiteInBrowser({ pictures: "flat" });

const SIZES = [
  { width: 390, text: 16 },
  { width: 390, text: 32 },
  { width: 320, text: 26 },
  { width: 320, text: 16 },
];

/** In a page for browsers that know neither the attributes nor the selector. */
async function withoutPopovers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["popover", "showPopover", "hidePopover", "togglePopover"])
      delete (HTMLElement.prototype as unknown as Record<string, unknown>)[name];
  });
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll("popover", "unknown") });
  });
}

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error("It cannot be seen.");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

describe.each([true, false])("with popovers: %s", (hasPopovers) => {
  test.each(SIZES)(
    "at $width px with text of $text px it reads, calls, and opens and closes its menu",
    async (size) => {
      // The policy knows the page's own style sheet, which is changed for old browsers.
      const visitor = await openVisitor(at.browser, { width: size.width, bypassCSP: !hasPopovers });
      const { page, close } = visitor;
      if (!hasPopovers) await withoutPopovers(page);
      await page.goto(`${at.url}/services/`);
      await page.evaluate((px) => {
        document.documentElement.style.fontSize = `${px}px`;
      }, size.text);
      const header = page.locator(".site-header");
      const opener = header.locator(".page-width > .menu:visible");
      const sheet = page.locator("#menu");
      const call = header.getByRole("link", { name: "Call us 416-555-0142" });
      expect(await sheet.isVisible()).toBe(false);
      expect(await opener.count()).toBe(1);
      expect(await call.getAttribute("href")).toBe("tel:+14165550142");

      const [name, phone, menu] = [await boxOf(header.locator(".wordmark")), await boxOf(call), await boxOf(opener)];
      expect(name.right).toBeLessThanOrEqual(phone.x);
      expect(phone.right).toBeLessThanOrEqual(menu.x);
      expect(menu.right).toBeLessThanOrEqual(size.width);
      expect(name.width).toBeGreaterThan(80);
      for (const { width, height } of [phone, menu]) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);

      await opener.click();
      expect(await sheet.isVisible()).toBe(true);
      expect((await boxOf(sheet)).y).toBeGreaterThanOrEqual((await boxOf(opener)).bottom);
      expect(await sheet.getByRole("link", { name: "Close" }).count()).toBe(hasPopovers ? 0 : 1);
      await (hasPopovers ? opener : sheet.getByRole("link", { name: "Close" })).click();
      expect(await sheet.isVisible()).toBe(false);

      await opener.click();
      await sheet.getByRole("link", { name: "Venues" }).click();
      await page.waitForURL(`${at.url}/venues/`);
      await close();
    },
  );

  test("as large as a reader's settings make it, on a page that is scrolled, the open menu leaves the header in view", async () => {
    const visitor = await openVisitor(at.browser, { width: 320, bypassCSP: !hasPopovers });
    const { page, close } = visitor;
    if (!hasPopovers) await withoutPopovers(page);
    await page.setViewportSize({ width: 320, height: 568 });
    // Other than a size in the page, it counts in media queries.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await page.goto(`${at.url}/services/`);
    const opener = page.locator(".site-header .page-width > .menu:visible");
    await page.evaluate(() => scrollTo(0, 60));
    // A press of the pointer would scroll all of the button into view first.
    await opener.evaluate((button: HTMLElement) => button.click());
    const [bar, sheet] = [await boxOf(page.locator(".site-header .page-width")), await boxOf(page.locator("#menu"))];
    expect([bar.y, sheet.y]).toEqual([0, bar.bottom]);
    await close();
  });

  test("wide screens have all of it in one row, and no menu", async () => {
    const { page, close } = await openVisitor(at.browser, { width: 1440, bypassCSP: !hasPopovers });
    if (!hasPopovers) await withoutPopovers(page);
    await page.goto(`${at.url}/services/`);
    const header = page.locator(".site-header");
    expect(await header.locator(".menu:visible, .call:visible, .sheet:visible").count()).toBe(0);
    expect(await header.getByRole("link").allInnerTexts()).toEqual([
      expect.anything(),
      ...["Services", "Venues", "Talent"],
      expect.stringContaining("416-555-0142"),
      "Get a Free Quote",
    ]);
    await close();
  });
});
