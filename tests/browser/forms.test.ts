// The four forms as visitors use them, with both engines behind them, on a phone and on a desk, by pointer and by keyboard.
import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser } from "../support/browser/browser.ts";
import { type FormVisitor, visitForm } from "../support/browser/form-visitor.ts";
import { type ServedSite, serveBuiltSite } from "../support/hosts/served-site.ts";
import { sample } from "../support/process/rounds.ts";
import { openRecordingRelay, type RecordingRelay, refused } from "../support/relay/recording-relay.ts";
import { buildSite } from "../support/site/built-site.ts";
import { type FormSlug, filledIn } from "../support/site/form-data.ts";

interface Expected {
  readonly idle: string;
  readonly busy: string;
  readonly required: readonly string[];
  /** Title, text and whether it is drawn as an error. */
  readonly missing?: readonly [string, string, boolean];
  readonly failure: readonly [string, string, boolean];
  readonly success: readonly [string, string, boolean];
}

/** Specification, sections 2, 5 and 8, word for word. */
const forms: Readonly<Record<FormSlug, Expected>> = {
  consultation: {
    idle: "Request Free Consultation",
    busy: "Sending...",
    required: ["First Name", "Last Name", "Company", "Email Address", "Phone Number"],
    missing: ["Missing Information", "Please fill in all required fields.", false],
    failure: ["Submission Failed", "Your request was not sent. Please call us at 416-555-0142.", false],
    success: [
      "Request Submitted",
      "Thank you for your interest! We'll contact you within 24 hours to discuss your event needs.",
      false,
    ],
  },
  contact: {
    idle: "Send Request",
    busy: "Sending...",
    required: ["First Name", "Last Name", "Email"],
    missing: ["Missing Information", "Please fill in all required fields (First Name, Last Name, and Email).", true],
    failure: [
      "Submission Failed",
      "There was an error sending your message. Please try again or call us directly at 416-555-0142.",
      true,
    ],
    success: [
      "Message Sent Successfully!",
      "Thank you for your inquiry. We'll get back to you within 24 hours with a customized proposal.",
      false,
    ],
  },
  venue: {
    idle: "Submit Venue Request",
    busy: "Submitting...",
    required: ["Your Name", "Your Email", "Event Type", "Number of Attendees", "Preferred Dates"],
    failure: [
      "Submission Error",
      "There was an error submitting your request. Please try again or contact us directly.",
      false,
    ],
    success: [
      "Venue Request Submitted",
      "Thank you! We'll help you find the perfect venue and contact you within 24 hours.",
      false,
    ],
  },
  talent: {
    idle: "Submit Talent Request",
    busy: "Submitting...",
    required: ["Your Name", "Your Email", "Event Type", "Number of Attendees", "Preferred Dates"],
    missing: ["Missing Information", "Please fill in all required fields.", false],
    failure: [
      "Submission Error",
      "There was an error submitting your request. Please try again or contact us directly.",
      false,
    ],
    success: [
      "Talent Request Submitted",
      "Thank you! Our team will reach out to artist managers and labels and contact you within 24 hours.",
      false,
    ],
  },
};

let browser: Browser;
let relay: RecordingRelay;
const sites = new Map<string, ServedSite>();

beforeAll(async () => {
  [browser, relay] = await Promise.all([openBrowser(), openRecordingRelay()]);
  for (const client of ["preact", "react"] as const)
    sites.set(
      client,
      await serveBuiltSite(
        await buildSite({ siteUrl: "http://localhost", relayUrl: relay.url, relayKey: "public-1", client }),
      ),
    );
});
afterAll(async () => {
  await Promise.all([browser?.close(), relay?.close(), ...[...sites.values()].map((site) => site.close())]);
});
beforeEach(() => relay.reset());

/** One in two of these has every form with both engines. */
const cases = (Object.keys(forms) as FormSlug[]).flatMap((slug) =>
  (["preact", "react"] as const).flatMap((client) => [390, 1440].map((width) => ({ slug, client, width }))),
);

describe.each(sample(cases, 2))("$slug form, $width px, $client", ({ client, width, slug }) => {
  const expected = forms[slug];
  let visitor: FormVisitor;

  beforeEach(async () => {
    visitor = await visitForm(browser, sites.get(client)?.url ?? "", slug, { viewport: { width, height: 900 } });
  });
  afterEach(() => visitor.close());

  const notice = async ([title, text, isDestructive]: readonly [string, string, boolean], role: "alert" | "status") => {
    const shown = visitor.notices.filter({ hasText: title }).first();
    await shown.waitFor();
    const words = shown.getByRole(role);
    expect(await words.locator("strong").textContent()).toBe(title);
    expect(await words.locator("p").textContent()).toBe(text);
    expect(await words.getAttribute("aria-live")).toBe(role === "alert" ? "assertive" : "polite");
    expect((await shown.getAttribute("look")) === "destructive").toBe(isDestructive);
    expect((await shown.getAttribute("look")) === "success").toBe(title === expected.success[0]);
  };

  const refuseEmpty = async () => {
    await visitor.button.focus();
    await visitor.page.keyboard.press("Enter");
    const messages = visitor.form.locator(".field .problem");
    await messages.first().waitFor();
    expect(await messages.allTextContents()).toEqual(
      expected.required.map((label) => `Error: ${label} cannot be empty.`),
    );
    for (const label of expected.required) {
      const field = visitor.form.getByLabel(label, { exact: false }).first();
      expect(await field.getAttribute("aria-invalid")).toBe("true");
      const described = (await field.getAttribute("aria-describedby")) ?? "";
      const message = visitor.page.locator(`[id="${described.split(" ").find((id) => id.endsWith("-problem"))}"]`);
      expect(await message.textContent()).toBe(`Error: ${label} cannot be empty.`);
    }
    const focused = await visitor.page.evaluate(() => document.activeElement?.id);
    expect(focused).toBe(await visitor.form.getByLabel(expected.required[0] ?? "").getAttribute("id"));
    expect(await visitor.page.title()).toMatch(/^Error: /);
    if (expected.missing) await notice(expected.missing, expected.missing[2] ? "alert" : "status");
    else expect(await visitor.notices.count()).toBe(0);
    expect(relay.calls).toEqual([]);
    expect(visitor.issues).toEqual([]);
  };

  const failAndKeep = async () => {
    relay.play(refused(400, { code: "validation_failed" }));
    await visitor.fill();
    expect(await visitor.form.locator(".problem").count()).toBe(0);
    const typed = await visitor.values();
    await visitor.button.click();
    await notice(expected.failure, "alert");
    expect(await visitor.values()).toEqual(typed);
    expect(await visitor.button.textContent()).toBe(expected.idle);
    expect(await visitor.button.isEnabled()).toBe(true);
    // The first is the browser's own word on the answer's status.
    const [, reported, ...more] = visitor.issues;
    expect(more).toEqual([]);
    for (const detail of ["no", "why", "what to do", "validation_failed"]) expect(reported).toContain(detail);
    expect(await visitor.form.locator(".outcome a").allTextContents()).toEqual(["416-555-0142", "hello@example.com"]);
  };

  const sendAgain = async () => {
    const failed = relay.calls[0];
    relay.reset();
    await visitor.button.click();
    await notice(expected.success, "status");
    expect(await visitor.button.textContent()).toBe(expected.idle);
    expect(await visitor.button.isEnabled()).toBe(true);
    const { form, page, definition, ...left } = await visitor.values();
    expect(definition).toMatch(/^[0-9a-f]{16}$/);
    expect(Object.values(left).every((value) => value === "")).toBe(true);
    expect(await visitor.form.locator(".outcome").textContent()).toBe("We have your request. Reference: EV-7K3M-9QXD");

    expect(relay.calls).toHaveLength(1);
    const [call] = relay.calls;
    expect([call?.method, call?.path]).toEqual(["POST", "/functions/v1/send-contact-email"]);
    expect(call?.headers).toMatchObject({
      "content-type": "application/json",
      apikey: "public-1",
      authorization: "Bearer public-1",
      "idempotency-key": expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    // The same values are the same request, whatever became of the first answer.
    expect(call?.headers["idempotency-key"]).toBe(failed?.headers["idempotency-key"]);
    expect(call?.text).toBe(failed?.text);
    const { name, ...plain } = filledIn[slug] as Record<string, string>;
    const body = JSON.parse(call?.text ?? "");
    const split = slug === "talent" ? { firstName: "Ana", lastName: "" } : { firstName: "Ana", lastName: "de la Cruz" };
    expect(body).toEqual({
      ...plain,
      ...split,
      message: name === undefined ? plain.message : expect.stringMatching(/^(?:Venue|Talent) Request Details\n/),
      form: slug,
      page: form && page,
      definition,
      website: "",
      elapsedMs: expect.any(Number),
    });
  };

  test("refuses an empty form, keeps a filled-in one whose sending fails, and sends it in the end", async () => {
    await refuseEmpty();
    await failAndKeep();
    await sendAgain();
  });
});
