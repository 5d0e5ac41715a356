// A visitor in front of one of the four forms: the page open, the form awake, and ears for everything that goes wrong behind it.
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright";
import { type FormSlug, filledIn, readForm } from "../site/form-data.ts";
import { giveInput, scrollUntil } from "./visitor.ts";

export const formPaths = {
  consultation: "/",
  contact: "/contact/",
  venue: "/venues/",
  talent: "/talent/",
} as const satisfies Record<FormSlug, string>;

/** Saturday morning in Toronto. */
export const NOW = new Date("2026-11-21T15:00:00Z");

export interface FormVisitor {
  readonly page: Page;
  readonly form: Locator;
  /** The one button of the form, whatever it says at the moment. */
  readonly button: Locator;
  /** Notices that can be seen, the oldest first. */
  readonly notices: Locator;
  /** Errors of the console, the answer of a failed request included, and what the pages' policy forbade. */
  readonly issues: readonly string[];
  /** Types and chooses as people do; fields that are left out stay as they are. */
  fill(values?: Readonly<Record<string, string>>): Promise<void>;
  field(name: string): Locator;
  /** What is in the fields, by name. */
  values(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
  readonly path?: string;
  /** The clock begins at NOW and runs as time does, and jumps where a test asks for it. */
  readonly hasOwnClock?: boolean;
  /** Runs before the page's own, as an extension's does. */
  readonly script?: string;
}

export async function visitForm(
  browser: Browser,
  siteUrl: string,
  slug: FormSlug,
  { path = formPaths[slug], hasOwnClock = false, script, ...options }: VisitOptions = {},
): Promise<FormVisitor> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  const issues: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") issues.push(message.text());
  });
  page.on("pageerror", ({ message }) => issues.push(message));
  if (hasOwnClock) await page.clock.install({ time: NOW });
  if (script !== undefined) await page.addInitScript(script);
  await page.goto(siteUrl + path, { waitUntil: "domcontentloaded" });
  const form = page.locator("form");
  await awaken(page);
  const field = (name: string) => form.locator(`[name="${name}"]`);
  return {
    page,
    form,
    button: form.locator("button[type=submit]"),
    notices: page.locator("notice-toast.show"),
    issues,
    field,
    async fill(values = filledIn[slug]) {
      for (const { name, input } of readForm(slug).fields) {
        const value = values[name];
        if (value === undefined) continue;
        if (input === "select") await field(name).selectOption(value);
        else await field(name).fill(value);
      }
    },
    values: () =>
      form.evaluate((element) =>
        Object.fromEntries([...new FormData(element as HTMLFormElement)].map(([name, value]) => [name, String(value)])),
      ),
    close: () => context.close(),
  };
}

/** Scrolls to the form and waits until script has taken it over. */
export async function awaken(page: Page): Promise<void> {
  await page.locator("form").scrollIntoViewIfNeeded();
  await giveInput(page);
  await scrollUntil(page.locator("form"), page.locator("[data-island=request-form][data-state=ready]"));
  await page.locator("form[novalidate]").waitFor();
}
