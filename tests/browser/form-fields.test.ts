// What happens while a form is filled in: drafts, dates, lengths, messages that come and go, and what the page already held.
import { afterEach, describe, expect, test } from "vitest";
import type { FormSlug } from "../support/form-data.ts";
import { awaken, type FormVisitor, type VisitOptions, visitForm } from "../support/form-visitor.ts";
import { refused } from "../support/recording-relay.ts";
import { openSiteWithRelay } from "../support/site-in-browser.ts";

let visitor: FormVisitor;

const at = openSiteWithRelay();
afterEach(() => visitor.close());

const visit = async (slug: FormSlug, options?: VisitOptions) => {
  visitor = await visitForm(at.browser, at.url, slug, options);
};
const messages = () => visitor.form.locator(".field .problem").allTextContents();
const stored = () => visitor.page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));

describe("a draft", () => {
  test("outlives a reload, a visit to another page and the way back", async () => {
    await visit("venue");
    await visitor.fill();
    const typed = await visitor.values();
    await visitor.page.reload();
    await awaken(visitor.page);
    expect(await visitor.values()).toEqual(typed);
    await visitor.page.goto(`${at.url}/contact/`);
    await awaken(visitor.page);
    expect((await visitor.values()).message).toBe("");
    await visitor.page.goto(`${at.url}/venues/`);
    await awaken(visitor.page);
    expect(await visitor.values()).toEqual(typed);
  });

  test("never holds the hidden field, and is gone once the request is sent", async () => {
    await visit("contact");
    await visitor.field("website").evaluate((field) => {
      (field as HTMLInputElement).value = "https://spam.example";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await visitor.fill();
    expect(await stored()).toContain("ana@northmere.example");
    expect(await stored()).not.toContain("spam");
    await visitor.button.click();
    await visitor.notices.waitFor();
    expect(await stored()).toBe("[]");
    await visitor.page.reload();
    await awaken(visitor.page);
    expect((await visitor.values()).email).toBe("");
  });

  test("keeps the key of a sending that failed, so that the same request is not two after a reload", async () => {
    at.relay.play(refused(500));
    await visit("contact");
    await visitor.fill();
    await visitor.button.click();
    await visitor.notices.waitFor();
    await visitor.page.reload();
    await awaken(visitor.page);
    await visitor.button.click();
    await visitor.notices.waitFor();
    expect(at.relay.calls).toHaveLength(2);
    expect(new Set(at.relay.calls.map(({ headers, text }) => `${headers["idempotency-key"]} ${text}`)).size).toBe(1);
  });

  test("keeps what is in the form already", async () => {
    await visit("contact");
    await visitor.field("firstName").fill("Ana");
    await visitor.field("company").fill("Northmere");
    await visitor.page.addInitScript(() =>
      addEventListener("DOMContentLoaded", () => {
        const field = document.querySelector<HTMLInputElement>('[name="firstName"]');
        if (field) field.value = "Berta";
      }),
    );
    await visitor.page.reload();
    await awaken(visitor.page);
    expect(await visitor.values()).toMatchObject({ firstName: "Berta", company: "Northmere" });
  });
});

describe("a date", () => {
  // Half past ten in the evening in Toronto; in Auckland it is tomorrow's afternoon.
  const options = { hasOwnClock: true, timezoneId: "Pacific/Auckland" };

  test("begins today by the calendar of Toronto, wherever the visitor is", async () => {
    await visit("talent", options);
    expect(await visitor.field("preferredDate").getAttribute("min")).toBe("2026-11-21");
    await visitor.page.clock.setFixedTime(new Date("2026-11-22T04:30:00Z"));
    await visitor.field("preferredDate").focus();
    expect(await visitor.field("preferredDate").getAttribute("min")).toBe("2026-11-21");
    await visitor.field("email").focus();
    await visitor.page.clock.setFixedTime(new Date("2026-11-22T05:30:00Z"));
    await visitor.field("preferredDate").focus();
    expect(await visitor.field("preferredDate").getAttribute("min")).toBe("2026-11-22");
  });
});

describe("messages beside fields", () => {
  test("go as soon as the field is in order, and name what is wrong now", async () => {
    await visit("contact");
    await visitor.button.click();
    expect(await messages()).toHaveLength(3);
    await visitor.field("firstName").fill("Ana");
    expect(await messages()).toEqual(["Error: Last Name cannot be empty.", "Error: Email cannot be empty."]);
    await visitor.field("email").fill("ana@");
    expect((await messages())[1]).toBe("Error: Email must be complete, like name@company.ca.");
    await visitor.field("lastName").fill("Cruz");
    await visitor.field("email").fill("ana@northmere.example");
    expect(await messages()).toEqual([]);
    expect(await visitor.page.title()).not.toMatch(/^Error/);
    expect(await visitor.field("email").getAttribute("aria-invalid")).toBeNull();
  });

  test("spare a field while it is filled in for the first time", async () => {
    await visit("contact");
    await visitor.field("email").pressSequentially("ana@");
    await visitor.field("phone").focus();
    expect(await messages()).toEqual([]);
  });

  test("lead from the list on top to the field, by keyboard", async () => {
    await visit("contact");
    await visitor.button.click();
    const links = visitor.form.getByRole("region", { name: "There is a problem" }).getByRole("link");
    expect(await links.allTextContents()).toEqual([
      "First Name cannot be empty.",
      "Last Name cannot be empty.",
      "Email cannot be empty.",
    ]);
    await links.nth(2).focus();
    await visitor.page.keyboard.press("Enter");
    expect(await visitor.page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
  });
});

test("blanks alone are nothing, and blanks around words are not sent", async () => {
  await visit("contact");
  await visitor.fill({ firstName: "   ", lastName: " de la Cruz ", email: " ana@northmere.example " });
  await visitor.button.click();
  expect(await messages()).toEqual(["Error: First Name cannot be empty."]);
  await visitor.field("firstName").fill(" Ana ");
  await visitor.button.click();
  await visitor.notices.filter({ hasText: "Message Sent" }).waitFor();
  const body = JSON.parse(at.relay.calls[0]?.text ?? "");
  expect(body).toMatchObject({ firstName: "Ana", lastName: "de la Cruz", email: "ana@northmere.example" });
});

test("a page that comes back from the browser's memory still sends", async () => {
  await visit("contact");
  await visitor.fill();
  await visitor.page.goto(`${at.url}/terms-of-service/`);
  await visitor.page.goBack();
  await awaken(visitor.page);
  await visitor.button.click();
  await visitor.notices.waitFor();
  expect(at.relay.calls).toHaveLength(1);
});
