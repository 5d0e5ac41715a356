// A visitor with one page open, and ears for everything that goes wrong behind it: errors, what the policy forbids, requests that fail.
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright";
import { expect } from "vitest";

export const WIDTHS = [390, 1440] as const;

export interface Visitor {
  readonly page: Page;
  /** What went wrong so far. A test ends with `expect(visitor.issues).toEqual([])`. */
  readonly issues: string[];
  /** Everything the console said, as "type: text". */
  readonly said: string[];
  close(): Promise<void>;
}

export interface VisitorOptions extends BrowserContextOptions {
  readonly width?: number;
  /** Stops the page's clock: `page.clock.runFor` lets the time go by. */
  readonly clock?: boolean;
}

export async function openVisitor(
  browser: Browser,
  { width = 1440, clock, ...options }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width, height: width < 600 ? 844 : 900 }, ...options });
  const page = await context.newPage();
  const issues: string[] = [];
  const said: string[] = [];
  page.on("console", (message) => {
    said.push(`${message.type()}: ${message.text()}`);
    if (message.type() === "error") issues.push(message.text());
  });
  page.on("pageerror", ({ message }) => issues.push(message));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // A page that is left lets go of what it was still loading, such as its icon; that is no failure.
    if (why !== "net::ERR_ABORTED") issues.push(`${request.url()} ${why}`);
  });
  page.on("response", (answer) => {
    if (answer.status() >= 400) issues.push(`${answer.status()} ${answer.url()}`);
  });
  if (clock) await page.clock.install();
  return { page, issues, said, close: () => context.close() };
}

/** The first thing that a visitor does on a page, and nothing else happens by it. */
export const giveInput = (page: Page): Promise<void> => page.keyboard.press("Shift");

/** Scrolls there as a visitor does, once more where need be: scrolling is smooth, and a page that still loads may end it half-way. */
export const scrollUntil = (target: Locator, sign: Locator): Promise<void> =>
  expect
    .poll(async () => {
      await target.scrollIntoViewIfNeeded();
      return sign.count();
    })
    .toBe(1);

/** The island's element, once it is alive; what waits to be seen is scrolled to, what waits to be used learns that someone is here. */
export async function wakeIsland(page: Page, name: string) {
  const island = page.locator(`[data-island="${name}"]`);
  await island.scrollIntoViewIfNeeded();
  await giveInput(page);
  await scrollUntil(island, page.locator(`[data-island="${name}"][data-state="ready"]`));
  return island;
}

/** As when somebody goes to another tab, and comes back. */
export const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
