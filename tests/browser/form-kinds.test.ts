// A form that content added: a field of every kind, shown, checked, kept, sent and reset, with script and without.
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { axeFaults } from "../support/browser/axe-faults.ts";
import { openBrowser } from "../support/browser/browser.ts";
import { awaken } from "../support/browser/form-visitor.ts";
import { type ServedSite, serveBuiltSite } from "../support/hosts/served-site.ts";
import { openRecordingRelay, type RecordingRelay, refused } from "../support/relay/recording-relay.ts";
import { type BuiltSite, buildSite } from "../support/site/built-site.ts";
import { withContentCopy } from "../support/site/content-copy.ts";
import { WORDING, WORKSHOP_FILES, WORKSHOP_PATH } from "../support/site/every-kind-form.ts";
import { imageCacheDir } from "../support/site/image-cache-dir.ts";

let browser: Browser;
let relay: RecordingRelay;
let site: BuiltSite;
let served: ServedSite;
let page: Page;

beforeAll(async () => {
  [browser, relay] = await Promise.all([openBrowser(), openRecordingRelay()]);
  await withContentCopy(async ({ root, write }) => {
    write(WORKSHOP_FILES);
    site = await buildSite({ root, siteUrl: "http://localhost", relayUrl: relay.url, imageCacheDir });
  });
  served = await serveBuiltSite(site, { pictures: "flat" });
});
afterAll(async () => {
  await Promise.all([browser?.close(), relay?.close(), served?.close()]);
});
beforeEach(() => relay.reset());

async function visit(path = WORKSHOP_PATH, options: Parameters<Browser["newContext"]>[0] = {}): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    ...options,
  });
  page = await context.newPage();
  await page.goto(served.url + path);
}
const leave = () => page.context().close();
const field = (name: string) => page.locator(`form [name="${name}"]`);
const box = (words: string) => page.getByRole("checkbox", { name: words });
const send = () => page.locator("form button[type=submit]").click();
const messages = () => page.locator(".field .problem").allTextContents();
const stored = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
const bodies = () => relay.calls.map(({ text }) => JSON.parse(text));

async function fill(): Promise<void> {
  await field("firstName").fill("Ana");
  await field("email").fill("ana@northmere.example");
  await field("arrival").fill("2031-05-20");
  await field("seats").fill("4");
  await field("room").selectOption("hall");
  await box("Staging and light").check();
  await box("Sound").check();
  await field("dietaryNeeds").fill("two vegans");
  await field("notes").fill("one\ntwo");
  await box("I have read the terms and accept them.").check();
}

const answers = {
  firstName: "Ana",
  email: "ana@northmere.example",
  phone: "",
  arrival: "2031-05-20",
  seats: "4",
  room: "hall",
  topics: ["staging", "sound"],
  dietaryNeeds: "two vegans",
  notes: "one\ntwo",
  terms: "I have read the terms and accept them.",
  form: "workshop",
  page: "/workshop",
  website: "",
};
const definition = () => JSON.parse(site.file("forms.json")).hash;

describe.each([390, 1440])("at %s px", (width) => {
  test("asks for what is missing, at the field, and axe finds nothing", async () => {
    await visit(WORKSHOP_PATH, { viewport: { width, height: 900 } });
    await awaken(page);
    await field("seats").fill("41");
    await send();
    expect(await messages()).toEqual([
      "Error: First name cannot be empty.",
      "Error: Email cannot be empty.",
      "Error: Seats must be 40 or less.",
      "Error: Topics: choose at least one.",
      "Error: Terms: tick the box to go on.",
    ]);
    const group = page.getByRole("group", { name: "Topics" });
    const described = (await group.getAttribute("aria-describedby"))?.split(" ") ?? [];
    const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).textContent()));
    expect(texts).toEqual(["Choose as many as you like.", "Error: Topics: choose at least one."]);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Topics: choose at least one." }).press("Enter");
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("staging");
    await page.keyboard.press("Space");
    expect(await messages()).toHaveLength(4);
    const rows = await page
      .locator("form .box")
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(rows.every((height) => height >= 44)).toBe(true);
    expect(relay.calls).toEqual([]);
    await leave();
  });
});

test("sends every kind, keeps all but consents over a failure and a reload, and is empty afterwards", async () => {
  relay.play(refused(400, { code: "validation_failed", fields: [{ field: "topics", message: "is full" }] }));
  await visit();
  await awaken(page);
  await fill();
  await send();
  await page.locator(".outcome.not-sent").waitFor();
  expect(await messages()).toEqual(["Error: Topics is full. Please check what you wrote."]);
  expect(bodies()).toEqual([{ ...answers, definition: definition(), elapsedMs: expect.any(Number) }]);
  expect(await stored()).toContain("two vegans");
  expect(await stored()).not.toContain("I have read");

  await page.reload();
  await awaken(page);
  expect(await box("Sound").isChecked()).toBe(true);
  expect(await box("Catering").isChecked()).toBe(false);
  expect(await box("I have read").isChecked()).toBe(false);
  relay.reset();
  await box(WORDING).check();
  await box("I have read").check();
  await send();
  await page.locator(".outcome.sent").waitFor();
  expect(bodies()[0]).toMatchObject({ ...answers, newsletter: WORDING });
  expect(await page.locator("form :checked:not(option)").count()).toBe(0);
  expect(await field("dietaryNeeds").inputValue()).toBe("");
  expect(await stored()).not.toContain("two vegans");
  await leave();
});

test("nothing is remembered or sent of where a visitor came from", async () => {
  await visit("/services/gala-dinners/?utm_source=mail&utm_campaign=summer&gclid=1");
  expect(await stored()).toBe("[]");
  await page.goto(`${served.url + WORKSHOP_PATH}?utm_source=mail`);
  await awaken(page);
  await fill();
  await send();
  await page.locator(".outcome.sent").waitFor();
  expect(bodies()).toEqual([{ ...answers, definition: definition(), elapsedMs: expect.any(Number) }]);
  await leave();
});
