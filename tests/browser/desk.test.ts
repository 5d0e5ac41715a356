// The desk as an office person uses it on a phone, by keyboard alone, with its real policies; and axe on every page, in light and dark.
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptance, attempt, submission } from "../relay/support/with-outbox.ts";
import { REQUEST, type TestRelay, withRelay } from "../relay/support/with-relay.ts";
import { axeFaults } from "../support/browser/axe-faults.ts";
import { openBrowser } from "../support/browser/browser.ts";

const TOKEN = "a-code-for-the-office";
let browser: Browser;
let relay: TestRelay;
let end = () => {};
let ended: Promise<void>;

beforeAll(async () => {
  browser = await openBrowser();
  await new Promise<void>((begun, failed) => {
    ended = withRelay(
      async (test) => {
        relay = test;
        await fill(test);
        begun();
        await new Promise<void>((resolve) => {
          end = resolve;
        });
      },
      { RELAY_CONTROL_PORT: "0", RELAY_CONTROL_TOKEN: TOKEN },
    );
    ended.catch(failed);
  });
});
afterAll(async () => {
  await browser?.close();
  end();
  await ended;
});

const PEOPLE = [
  { firstName: "Zoë", lastName: "Özil", company: "Acme Ltd." },
  {
    firstName: "Noah",
    lastName: "Fitzgerald-Montgomery",
    company: "Toronto Chamber of Young Entrepreneurs and Innovators",
  },
  { firstName: "李", lastName: "明", company: "" },
];
const SUSPICIONS = [[], ["many-links", "markup"], [], ["blocked"], []];

/** Requests in every state: delivered, given up, put off, held, of a blocked sender, erased. */
async function fill({ outbox, clock }: TestRelay): Promise<void> {
  for (let index = 0; index < 30; index += 1) {
    clock.advance(3_600_000);
    const reasons = SUSPICIONS[index % SUSPICIONS.length] ?? [];
    const more = {
      form: index % 2 === 0 ? "venue" : "contact",
      suspicion: { score: reasons.length > 0 ? 60 : 0, reasons },
    };
    const fields = { ...PEOPLE[index % PEOPLE.length], email: `visitor${index}@example.org`, phone: "(416) 555-0199" };
    await outbox.accept(acceptance({ submission: submission({ receivedAt: clock.now(), ...more }, fields) }));
    for (const { entry, leaseToken } of await outbox.claim(clock.now(), 10, 60_000)) {
      const ends = [
        { to: "delivered" },
        { to: "dead", reason: "mailbox-full" },
        { to: "queued", dueAt: clock.now() + 86_400_000, reason: "greylisted" },
      ] as const;
      const outcomes = ["delivered", "dead", "deferred"] as const;
      const outcome = outcomes[index % 3] ?? "delivered";
      await outbox.finish(entry.id, leaseToken, attempt(clock, { outcome }), ends[index % 3] ?? ends[0]);
    }
  }
  await outbox.erase("visitor4@example.org", clock.now(), "command:root");
}

/** Rules that are broken, and what does not fit the window. */
async function faults(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  const styled = await page.evaluate(
    () => getComputedStyle(document.querySelector("main") as Element).maxWidth !== "none",
  );
  return [
    ...(await axeFaults(page)),
    ...(wide ? ["wider than the window"] : []),
    ...(styled ? [] : ["without its style sheet"]),
  ];
}

/** Tab until what has the focus is called so; it must be seen to have it. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.press("Tab");
    const { text, outline } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const label = (element as HTMLInputElement).labels?.[0]?.textContent;
      return { text: (label ?? element.textContent ?? "").trim(), outline: getComputedStyle(element).outlineStyle };
    });
    if (typeof name === "string" ? text !== name : !name.test(text)) continue;
    expect([text, outline]).toEqual([text, "solid"]);
    return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

async function signedIn(page: Page): Promise<void> {
  await page.goto(relay.deskUrl);
  await tabTo(page, "Access code");
  await page.keyboard.type(TOKEN);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/desk$/);
}

const pressEnter = (page: Page, address: RegExp) =>
  Promise.all([page.waitForURL(address), page.keyboard.press("Enter")]);

test("by keyboard on a phone: find what is held, release it, block its sender, lift the block, erase", async () => {
  const { body } = await relay.post({ ...REQUEST, lastName: "Keyboard", email: "key@spam.example", website: "spam" });
  const reference = body.data?.id ?? "";
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, javaScriptEnabled: true });
  const page = await context.newPage();
  await signedIn(page);
  expect(await page.title()).toBe("Requests · Evenhall");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
  await tabTo(page, /^Name, company/);
  await page.keyboard.type("keyboard");
  await pressEnter(page, /search=keyboard/);
  await tabTo(page, /Keyboard$/);
  await pressEnter(page, new RegExp(reference));
  await tabTo(page, "Release it to the team");
  await pressEnter(page, /done=released/);
  await page.getByRole("status").getByText("Released.").waitFor();
  expect((await relay.outbox.find(reference))?.timeline.map(({ what }) => what.type)).toContain("released");
  await tabTo(page, /^Block everyone at/);
  await pressEnter(page, /\/desk\/blocks\?done=blocked/);
  expect((await relay.outbox.blocks())[0]).toMatchObject({ kind: "domain", value: "spam.example", liftedAt: null });
  await tabTo(page, "Lift the block of spam.example");
  await pressEnter(page, /done=lifted/);
  await page.goto(`${relay.deskUrl}/requests/${reference}`);
  await tabTo(page, "Erase …");
  await pressEnter(page, /\/erase$/);
  await tabTo(page, "Erase for good");
  await pressEnter(page, /\/receipts\//);
  await page.getByRole("heading", { level: 1, name: "Erased" }).waitFor();
  expect((await relay.outbox.find(reference))?.erasedAt).not.toBeNull();
  await tabTo(page, "Sign out");
  await pressEnter(page, /\/desk\/login$/);
  await page.goto(relay.deskUrl);
  expect(new URL(page.url()).pathname).toBe("/desk/login");
  await context.close();
});

test.each([
  [390, "light"],
  [390, "dark"],
  [1440, "dark"],
] as const)("at %i px in %s axe finds nothing, and nothing is wider than the window", async (width, colorScheme) => {
  const hostile = { firstName: "W".repeat(200), company: "<b>x</b>".repeat(20), message: `${"y".repeat(9_000)}\n\nz` };
  const { body } = await relay.post({ ...REQUEST, ...hostile, website: `${width}${colorScheme}` });
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  await page.goto(relay.deskUrl);
  expect(await faults(page)).toEqual([]);
  await signedIn(page);
  const request = `requests/${body.data?.id}`;
  for (const path of [
    "",
    "?search=none&form=venue",
    "?state=dead",
    request,
    `${request}?done=nothing`,
    `${request}/erase`,
    "blocks",
    "record",
  ]) {
    await page.goto(`${relay.deskUrl}${path.startsWith("?") || path === "" ? "" : "/"}${path}`);
    expect([path, ...(await faults(page))]).toEqual([path]);
  }
  await context.close();
});
