// Notices: how many, how long, who may close them and how, and what they leave alone.
import type { Page } from "playwright";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FormVisitor, NOW, type VisitOptions, visitForm } from "../support/browser/form-visitor.ts";
import { openSiteWithRelay } from "../support/browser/site-in-browser.ts";
import { setHidden } from "../support/browser/visitor.ts";
import { refused } from "../support/relay/recording-relay.ts";

let visitor: FormVisitor;

const at = openSiteWithRelay();
afterEach(() => visitor.close());

const visit = async (options: VisitOptions = {}) => {
  visitor = await visitForm(at.browser, at.url, "contact", { hasOwnClock: true, ...options });
};
/** Time passes for the page alone. */
const pass = (ms: number) => visitor.page.clock.runFor(ms);
const count = () => visitor.page.locator("notice-toast").count();
const closeButton = () => visitor.page.getByRole("button", { name: "Close notice" });

/** An empty form that is sent brings up one notice; further ones are of others on the page. The page's clock stops then. */
async function raise(times = 1) {
  await visitor.page.clock.pauseAt(new Date(NOW.getTime() + 600_000));
  const script = visitor.page.waitForRequest(/\/notice-tray-/);
  await visitor.button.focus();
  await visitor.page.keyboard.press("Enter");
  await visitor.page.locator("notice-toast").waitFor({ state: "attached" });
  // As text: an import in a function would be compiled into one of the test runner's.
  await visitor.page.evaluate(`(async () => {
    const { noticeTray } = await import("${(await script).url()}");
    for (let other = 1; other < ${times}; other++)
      noticeTray({}).add({ title: "Notice " + other, text: "Words of its own.", look: "plain", isUrgent: false });
  })()`);
  await pass(60);
}

test("a field that has the focus is never below a notice, at four times the zoom and with three of them", async () => {
  // Four times the zoom leaves 320 by 256 px of a window of 1280.
  await visit({ viewport: { width: 320, height: 256 } });
  await raise(3);
  const tray = visitor.page.locator(".notices");
  for (let step = 0; step < 8; step++) {
    await expect
      .poll(async () => {
        const [field, notices] = [await visitor.page.locator(":focus").boundingBox(), await tray.boundingBox()];
        return (field?.y ?? 999) >= 0 && (field?.y ?? 0) + Math.min(field?.height ?? 0, 100) <= (notices?.y ?? 0);
      })
      .toBe(true);
    await visitor.page.keyboard.press("Tab");
  }
});

describe.each([390, 1440])("at %s px", (width) => {
  beforeEach(() => visit({ viewport: { width, height: 800 }, hasTouch: width === 390 }));

  test("a notice goes after five seconds", async () => {
    await raise();
    await pass(4_800);
    expect(await count()).toBe(1);
    await pass(200);
    expect(await count()).toBe(0);
  });

  test("three are shown at once, and a fourth closes the oldest", async () => {
    await raise(4);
    expect(await visitor.notices.locator("strong").allTextContents()).toEqual(["Notice 1", "Notice 2", "Notice 3"]);
    for (let left = 2; left >= 0; left--) {
      await closeButton().first().click();
      expect(await count()).toBe(left);
    }
  });

  test("a push of 50 pixels to a side sends it away, one of 40 does not", async () => {
    await raise();
    await push(visitor.page, 40);
    expect(await count()).toBe(1);
    expect(
      await visitor.page.locator("notice-toast").evaluate((toast) => toast.style.getPropertyValue("--pushed")),
    ).toBe("0px");
    await push(visitor.page, -50);
    expect(await count()).toBe(0);
  });
});

async function push(page: Page, px: number) {
  const box = await page.locator("notice-toast strong").boundingBox();
  const { x, y } = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 5 };
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + px / 2, y, { steps: 3 });
  await page.mouse.move(x + px, y, { steps: 3 });
  await page.mouse.up();
}

test("a new attempt withdraws the notice of the one before", async () => {
  await visit({ viewport: { width: 390, height: 800 }, hasTouch: true });
  const titles = () => visitor.page.locator("notice-toast strong").allTextContents();
  await visitor.button.click();
  await expect.poll(titles).toEqual(["Missing Information"]);
  await visitor.button.click();
  await expect.poll(titles).toEqual(["Missing Information"]);
  at.relay.play(refused(500));
  await visitor.fill();
  await visitor.button.click();
  await expect.poll(titles).toEqual(["Submission Failed"]);
  at.relay.reset();
  await visitor.button.click();
  await expect.poll(titles).toEqual(["Message Sent Successfully!"]);
});

test.each<[string, () => Promise<void>, () => Promise<void>]>([
  ["somebody points at it", () => visitor.page.locator("notice-toast").hover(), () => visitor.page.mouse.move(5, 5)],
  ["its tab is hidden", () => setHidden(visitor.page, true), () => setHidden(visitor.page, false)],
])("a notice waits while %s", async (_, begin, end) => {
  await visit();
  await raise();
  await begin();
  await pass(20_000);
  expect(await count()).toBe(1);
  await end();
  await pass(5_000);
  expect(await count()).toBe(0);
});

test("a notice waits while the focus is in it, and then goes on with what was left", async () => {
  await visit();
  await raise();
  await pass(3_000);
  await closeButton().focus();
  await pass(20_000);
  expect(await count()).toBe(1);
  await visitor.field("email").focus();
  await pass(1_500);
  expect(await count()).toBe(1);
  await pass(500);
  expect(await count()).toBe(0);
});

test("Alt+T closes the newest, and means nothing where there is none", async () => {
  await visit();
  await raise(2);
  await visitor.page
    .locator("notice-toast strong")
    .last()
    .evaluate((title) => title.append(" (the newest)"));
  await visitor.page.keyboard.press("Alt+t");
  expect(await visitor.notices.allTextContents()).toEqual([expect.not.stringContaining("the newest")]);
  await visitor.page.keyboard.press("Alt+t");
  expect(await count()).toBe(0);
  await visitor.page.keyboard.press("Alt+t");
  expect(visitor.issues).toEqual([]);
});

test("Escape closes the notice that has the focus, and no other", async () => {
  await visit();
  await raise(2);
  await visitor.field("email").focus();
  await visitor.page.keyboard.press("Escape");
  expect(await count()).toBe(2);
  await closeButton().first().focus();
  await visitor.page.keyboard.press("Escape");
  expect(await count()).toBe(1);
});

test("the focus goes to the next notice, and from the last one back to where it was", async () => {
  await visit();
  await raise(2);
  await visitor.field("email").focus();
  await closeButton().first().focus();
  await visitor.page.keyboard.press("Enter");
  expect(await count()).toBe(1);
  expect(await visitor.page.evaluate(() => document.activeElement?.localName)).toBe("notice-toast");
  await visitor.page.keyboard.press("Enter");
  expect(await count()).toBe(0);
  expect(await visitor.page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
});

test("words come into a live region that is there before them: assertive for what failed, polite for the rest", async () => {
  await visit();
  await visitor.page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of addedNodes)
          if (target instanceof Element && target.hasAttribute("aria-live"))
            seen.push(`${target.getAttribute("aria-live")} ${target.getAttribute("role")}: ${node.textContent}`);
    }).observe(document.body, { childList: true, subtree: true });
  });
  at.relay.play(refused(500));
  await visitor.fill();
  await visitor.button.click();
  await visitor.notices.waitFor();
  at.relay.reset();
  await visitor.button.click();
  await visitor.notices.filter({ hasText: "Message Sent" }).waitFor();
  expect(await visitor.page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([
    "assertive alert: Submission Failed",
    "assertive alert: There was an error sending your message. Please try again or call us directly at 416-555-0142.",
    "polite status: Message Sent Successfully!",
    "polite status: Thank you for your inquiry. We'll get back to you within 24 hours with a customized proposal.",
  ]);
  expect(await visitor.page.locator("[aria-live] [aria-live]").count()).toBe(0);
  await visitor.page.getByRole("region", { name: "Notices, Alt+T closes the newest" }).waitFor();
});

test("their code is loaded with the first of them; where it does not come, the form still tells", async () => {
  const asked: string[] = [];
  await visit();
  await visitor.page.route("**/notice-tray-*.js", (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await visitor.fill();
  expect(asked).toEqual([]);
  await visitor.button.click();
  await visitor.form.getByText("We have your request. Reference: EV-7K3M-9QXD").waitFor();
  expect(asked).toHaveLength(1);
  expect(await visitor.form.isVisible()).toBe(true);
});

test.each([
  ["on the narrowest phone", { viewport: { width: 320, height: 568 } }, ""],
  ["in letters twice as large", { viewport: { width: 390, height: 800 } }, "200%"],
])("three notices can be read %s", async (_, options, fontSize) => {
  await visit(options);
  await visitor.page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), fontSize);
  await raise(3);
  const { clientWidth, scrollWidth } = await visitor.page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  for (const toast of await visitor.page.locator("notice-toast").all()) {
    await toast.scrollIntoViewIfNeeded();
    const box = await toast.boundingBox();
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(options.viewport.width);
    const isCut = await toast.evaluate((element) => element.scrollWidth > element.clientWidth + 1);
    expect(isCut).toBe(false);
  }
});

test("a notice has room around its words: the style of the page takes none of its own", async () => {
  await visit();
  await raise();
  const [frame, words] = await Promise.all(
    ["notice-toast", "notice-toast strong"].map((part) => visitor.page.locator(part).boundingBox()),
  );
  expect((words?.x ?? 0) - (frame?.x ?? 0)).toBeGreaterThanOrEqual(20);
  expect((words?.y ?? 0) - (frame?.y ?? 0)).toBeGreaterThanOrEqual(16);
});

test("a notice keeps its edge where colours are forced, and does not move where motion is unwanted", async () => {
  await visit({ forcedColors: "active", reducedMotion: "reduce" });
  await raise();
  const style = await visitor.page.locator("notice-toast").evaluate((toast) => {
    const { borderTopWidth, borderTopStyle, transitionDuration, opacity } = getComputedStyle(toast);
    return { borderTopWidth, borderTopStyle, opacity, moves: Number.parseFloat(transitionDuration) > 0.001 };
  });
  expect(style).toEqual({ borderTopWidth: "1px", borderTopStyle: "solid", opacity: "1", moves: false });
});
