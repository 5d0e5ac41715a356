// The states of a form that a visitor can get into, looked at by axe: problems, notices, failure, success, a field that is too full.
import axe from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { buildSite } from "../support/built-site.ts";
import { type FormVisitor, visitForm } from "../support/form-visitor.ts";
import { openRecordingRelay, type RecordingRelay, refused } from "../support/recording-relay.ts";
import { type ServedSite, serveBuiltSite } from "../support/served-site.ts";

let browser: Browser;
let relay: RecordingRelay;
let site: ServedSite;

beforeAll(async () => {
  [browser, relay] = await Promise.all([openBrowser(), openRecordingRelay()]);
  site = await serveBuiltSite(await buildSite({ relayUrl: relay.url }));
});
afterAll(async () => {
  await Promise.all([browser?.close(), relay?.close(), site?.close()]);
});
beforeEach(() => relay.reset());

/** Rules broken by the form, its notices or anything else on the page, each with where. */
async function faults({ page }: FormVisitor): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

describe.each([390, 1440])("at %s px axe finds nothing", (width) => {
  test("in the states of the venue form", async () => {
    const visitor = await visitForm(browser, site.url, "venue", { viewport: { width, height: 900 } });
    await visitor.button.click();
    await visitor.form.locator(".problems").waitFor();
    expect(await faults(visitor)).toEqual([]);

    await visitor.fill();
    await visitor.field("message").fill("x".repeat(9_700));
    relay.play(refused(500));
    await visitor.button.click();
    await visitor.notices.waitFor();
    expect(await visitor.form.locator(".room:not(:empty)").count()).toBe(1);
    expect(await faults(visitor)).toEqual([]);

    relay.play("hang");
    await visitor.button.click();
    await visitor.form.getByRole("button", { name: "Submitting..." }).waitFor();
    expect(await faults(visitor)).toEqual([]);
    await visitor.close();
  });

  test("with notices of both looks over the contact form, and after it was sent", async () => {
    const visitor = await visitForm(browser, site.url, "contact", { viewport: { width, height: 900 } });
    await visitor.button.click();
    await visitor.notices.waitFor();
    await visitor.fill();
    await visitor.button.click();
    await visitor.form.locator(".outcome.sent").waitFor();
    await visitor.notices.filter({ hasText: "Message Sent Successfully!" }).waitFor();
    expect(await faults(visitor)).toEqual([]);
    await visitor.close();
  });
});
