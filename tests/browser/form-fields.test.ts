// What happens while a form is filled in: drafts, dates, lengths, messages that come and go, and what the page already held.

import { afterEach, describe, expect, test } from "vitest";
import type { FieldType } from "../../relay/contract.ts";
import { normaliseTyped } from "../../relay/requests/read-answers.ts";
import { awaken, type FormVisitor, type VisitOptions, visitForm } from "../support/browser/form-visitor.ts";
import { openSiteWithRelay } from "../support/browser/site-in-browser.ts";
import { refused } from "../support/relay/recording-relay.ts";
import type { FormSlug } from "../support/site/form-data.ts";

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

test("what nobody sees of a pasted text is neither checked nor sent, by the relay's rule", async () => {
  await visit("contact");
  const pasted = {
    firstName: "\u200bAna\u2028 Maria\ufeff",
    lastName: "Le\u00ade",
    email: "\u202aana@northmere.example\u200b",
    phone: "\u202d416\u00a0555 0199\u202c",
    message: "One\r\ntwo\u0007\u2029three \ud83d\udc69\u200d\ud83c\udf73",
  };
  for (const [name, text] of Object.entries(pasted)) await visitor.field(name).fill(text);
  await visitor.button.click();
  await visitor.form.locator(".outcome.sent").waitFor();
  const body = JSON.parse(at.relay.calls[0]?.text ?? "");
  const types = { email: "email", message: "lines" } as Partial<Record<string, FieldType>>;
  for (const [name, text] of Object.entries(pasted))
    expect(body[name].normalize()).toBe(normaliseTyped(types[name] ?? "text", text));
  expect(body.email).toBe("ana@northmere.example");
});

test("a wheel over a number that has the focus scrolls the page, and leaves the number alone", async () => {
  await visit("venue");
  await visitor.field("attendees").fill("50");
  await visitor.field("attendees").hover();
  const before = await visitor.page.evaluate(() => scrollY);
  await visitor.page.mouse.wheel(0, -120);
  await expect.poll(() => visitor.page.evaluate(() => scrollY)).toBeLessThan(before);
  expect(await visitor.field("attendees").inputValue()).toBe("50");
  await visitor.page.keyboard.type("1");
  expect(await visitor.field("attendees").inputValue()).toBe("501");
});

test("browsers ask before a page is left while a request is on its way, and not after", async () => {
  await visit("contact");
  await visitor.fill();
  const questions: string[] = [];
  visitor.page.on("dialog", async (dialog) => {
    questions.push(dialog.type());
    await dialog.dismiss();
  });
  at.relay.play("hang");
  await visitor.button.click();
  await expect.poll(() => at.relay.calls.length).toBe(1);
  await visitor.page.close({ runBeforeUnload: true });
  await expect.poll(() => questions).toEqual(["beforeunload"]);
});

test("a request that is on its way as its tab is closed arrives", async () => {
  await visit("contact");
  await visitor.fill();
  const { page } = visitor;
  await page.evaluate(() => {
    const ask = window.fetch;
    window.fetch = (url, init) => {
      Object.assign(window, { isKeptAlive: init?.keepalive });
      return ask(url, init);
    };
  });
  await visitor.button.click();
  await visitor.form.locator(".outcome.sent").waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "isKeptAlive"))).toBe(true);
});
