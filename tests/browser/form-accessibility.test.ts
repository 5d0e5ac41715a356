// The states of a form that a visitor can get into, looked at by axe: problems, notices, failure, success, a field that is too full.
import { describe, expect, test } from "vitest";
import { axeFaults } from "../support/browser/axe-faults.ts";
import { visitForm } from "../support/browser/form-visitor.ts";
import { openSiteWithRelay } from "../support/browser/site-in-browser.ts";
import { refused } from "../support/relay/recording-relay.ts";

const at = openSiteWithRelay();

describe.each([390, 1440])("at %s px axe finds nothing", (width) => {
  test("in the states of the venue form", async () => {
    const visitor = await visitForm(at.browser, at.url, "venue", { viewport: { width, height: 900 } });
    await visitor.button.click();
    await visitor.form.locator(".problems").waitFor();
    expect(await axeFaults(visitor.page)).toEqual([]);

    await visitor.fill();
    await visitor.field("message").fill("x".repeat(9_700));
    at.relay.play(refused(500));
    await visitor.button.click();
    await visitor.notices.waitFor();
    expect(await visitor.form.locator(".room:not(:empty)").count()).toBe(1);
    expect(await axeFaults(visitor.page)).toEqual([]);

    at.relay.play("hang");
    await visitor.button.click();
    await visitor.form.getByRole("button", { name: "Submitting..." }).waitFor();
    expect(await axeFaults(visitor.page)).toEqual([]);
    await visitor.close();
  });

  test("with notices of both looks over the contact form, and after it was sent", async () => {
    const visitor = await visitForm(at.browser, at.url, "contact", { viewport: { width, height: 900 } });
    await visitor.button.click();
    await visitor.notices.waitFor();
    await visitor.fill();
    await visitor.button.click();
    await visitor.form.locator(".outcome.sent").waitFor();
    await visitor.notices.filter({ hasText: "Message Sent Successfully!" }).waitFor();
    expect(await axeFaults(visitor.page)).toEqual([]);
    await visitor.close();
  });
});
