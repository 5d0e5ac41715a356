// The first thing a visitor does is to send: a form that the browser has filled in, before its code is there, and where that never comes.
import type { Page, Route } from "playwright";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { formPaths } from "../support/browser/form-visitor.ts";
import { openSiteWithRelay } from "../support/browser/site-in-browser.ts";
import { openVisitor, type Visitor } from "../support/browser/visitor.ts";
import { filledIn } from "../support/site/form-data.ts";

const at = openSiteWithRelay();
let visitor: Visitor;
let page: Page;

beforeEach(async () => {
  visitor = await openVisitor(at.browser, { clock: true });
  ({ page } = visitor);
});
afterEach(() => visitor.close());

const CODE = /island_request-form/;

/** As autofill does: the fields have values, and nobody has touched the page. */
async function openFilledIn(slug: "contact" | "venue" = "contact"): Promise<void> {
  await page.goto(at.url + formPaths[slug]);
  await page.locator("form").evaluate((form, given: Record<string, string>) => {
    for (const [name, value] of Object.entries(given)) {
      const field = (form as HTMLFormElement).elements.namedItem(name);
      if (field) (field as HTMLInputElement).value = value;
    }
  }, filledIn[slug]);
}

const ways = {
  click: () => page.locator("form [type=submit]").click(),
  Enter: async () => {
    await page.locator("form [name=email]").focus();
    await page.keyboard.press("Enter");
  },
} as const;

/** The form posted by the browser itself, with what was in it. */
async function expectPlainPost(): Promise<void> {
  await expect.poll(() => at.relay.calls.length).toBe(1);
  const [call] = at.relay.calls;
  expect(call?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(Object.fromEntries(new URLSearchParams(call?.text))).toMatchObject({
    ...filledIn.contact,
    message: "A day out",
  });
}

describe.each(["click", "Enter"] as const)("sent with %s as the first thing", (way) => {
  test.each(["contact", "venue"] as const)("the filled-in %s form arrives, once", async (slug) => {
    await openFilledIn(slug);
    await ways[way]();
    await page.locator("form .outcome.sent").waitFor();
    expect(at.relay.calls.map(({ headers }) => headers["content-type"])).toEqual(["application/json"]);
    expect(visitor.issues).toEqual([]);
  });

  test("it waits for code that is late", async () => {
    const routes: Route[] = [];
    await page.route(CODE, (route) => void routes.push(route));
    await openFilledIn();
    await ways[way]();
    await expect.poll(() => routes.length).toBe(1);
    expect(at.relay.calls).toEqual([]);
    await routes[0]?.continue();
    await page.locator("form .outcome.sent").waitFor();
    expect(at.relay.calls).toHaveLength(1);
  });

  test("it is posted by the browser after three seconds without code, which then no longer takes over", async () => {
    const routes: Route[] = [];
    await page.route(CODE, (route) => void routes.push(route));
    // An answer without content leaves the page open.
    at.relay.play({ status: 204, body: "" });
    await openFilledIn();
    await ways[way]();
    await expect.poll(() => routes.length).toBe(1);
    await page.clock.runFor(3_000);
    await expectPlainPost();
    await routes[0]?.continue();
    await page.waitForLoadState("networkidle");
    expect(await page.locator("[data-island=request-form]").getAttribute("data-state")).toBe("absent");
  });

  test.each<[string, (route: Route) => Promise<void>]>([
    ["does not come", (route) => route.abort()],
    ["is not found", (route) => route.fulfill({ status: 404, body: "" })],
    ["comes empty", (route) => route.fulfill({ contentType: "text/javascript", body: "" })],
    [
      "is cut off",
      async (route) => {
        const text = await (await route.fetch()).text();
        await route.fulfill({ contentType: "text/javascript", body: text.slice(0, text.length / 2) });
      },
    ],
  ])("it is posted by the browser where the code %s", async (_, answer) => {
    await page.route(CODE, answer);
    await openFilledIn();
    await ways[way]();
    await expectPlainPost();
  });

  test("it is posted by the browser where the code fails as it takes the form over", async () => {
    await page.addInitScript(() => {
      Intl.DateTimeFormat = class {
        constructor() {
          throw new Error("no calendar");
        }
      } as never;
    });
    const routes: Route[] = [];
    await page.route(CODE, (route) => void routes.push(route));
    await openFilledIn();
    await ways[way]();
    await expect.poll(() => routes.length).toBe(1);
    await routes[0]?.continue();
    await expectPlainPost();
  });
});

test("the plain form stays, and no panel, where its code throws while it is read", async () => {
  await page.route(CODE, (route) => route.fulfill({ contentType: "text/javascript", body: 'throw new Error("odd")' }));
  await openFilledIn();
  await page.keyboard.press("Shift");
  await page.locator("form").scrollIntoViewIfNeeded();
  await page.locator("[data-island=request-form][data-state=absent]").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await ways.click();
  await expectPlainPost();
});

test("what was typed is there again as the page opens, before the form is touched", async () => {
  await openFilledIn();
  await page.keyboard.press("Shift");
  await page.locator("form").scrollIntoViewIfNeeded();
  await page.locator("form[novalidate]").waitFor();
  await page.locator("[name=message]").pressSequentially(", and a dinner");
  await page.goto(`${at.url}/services/`);
  await page.goto(at.url + formPaths.contact);
  await expect.poll(() => page.locator("[name=message]").inputValue()).toBe("A day out, and a dinner");
  expect(await page.locator("[name=firstName]").inputValue()).toBe("Ana");
});
