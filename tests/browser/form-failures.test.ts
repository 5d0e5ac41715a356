// Every way in which a relay can let a form down, and what the visitor sees and loses of it: nothing.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { awaken, type FormVisitor, visitForm } from "../support/browser/form-visitor.ts";
import { openSiteWithRelay } from "../support/browser/site-in-browser.ts";
import { accepted, refused, type Turn } from "../support/relay/recording-relay.ts";
import { filledIn } from "../support/site/form-data.ts";

let visitor: FormVisitor;

const at = openSiteWithRelay();
beforeEach(async () => {
  visitor = await visitForm(at.browser, at.url, "contact", { hasOwnClock: true });
  await visitor.fill();
});
afterEach(() => visitor.close());

const label = (words: string) => visitor.form.getByRole("button", { name: words, exact: true }).waitFor();
const progress = (words: string) => visitor.form.getByRole("status").getByText(words, { exact: true }).waitFor();
const failure = () => visitor.notices.filter({ hasText: "Submission Failed" }).waitFor();
const success = () => visitor.notices.filter({ hasText: "Message Sent Successfully!" }).waitFor();
const keys = () => new Set(at.relay.calls.map(({ headers, text }) => `${headers["idempotency-key"]} ${text}`));

/** Lets the visitor wait for the retries, each shown beside the button. */
async function waitForRetries(...seconds: readonly number[]) {
  for (const [index, wait] of seconds.entries()) {
    await progress(`Sending... Attempt ${index + 2} of 4`);
    await visitor.page.clock.runFor(wait * 1000);
  }
}

describe.each<[string, Turn]>([
  ["refuses the connection", "refuse"],
  ["cuts the connection in its answer", "cut"],
  ["answers 502 with a page of a proxy", { status: 502, body: "<html>Bad gateway</html>" }],
  ["answers 503", refused(503)],
  ["answers 429", refused(429)],
])("a relay that %s", (_, turn) => {
  test("is tried three times more, shown beside the button, and then to the visitor", async () => {
    at.relay.play(turn);
    const typed = await visitor.values();
    await visitor.button.click();
    await waitForRetries(1, 2, 4);
    await failure();
    expect(at.relay.calls).toHaveLength(4);
    expect(keys().size).toBe(1);
    expect(await visitor.values()).toEqual(typed);
    await label("Send Request");
    expect(visitor.issues.at(-1)).toContain("Submission Failed");
  });
});

test("the focus stays in the form: on the line beside the button while that is disabled, then on the button or the result", async () => {
  const focused = () => visitor.page.evaluate(() => document.activeElement?.textContent);
  at.relay.play("hang", refused(500), refused(503), accepted);
  await visitor.button.focus();
  await visitor.page.keyboard.press("Enter");
  await expect.poll(focused).toBe("Your request is on its way.");
  await visitor.page.clock.runFor(10_000);
  await expect.poll(focused).toBe("Sending... Attempt 2 of 4");
  await visitor.page.clock.runFor(1_000);
  await failure();
  expect(await focused()).toBe("Send Request");
  await visitor.page.keyboard.press("Enter");
  await expect.poll(focused).toBe("Sending... Attempt 2 of 4");
  await visitor.page.clock.runFor(1_000);
  await success();
  expect(await focused()).toBe("We have your request. Reference: EV-7K3M-9QXD");
});

test("a visitor who sends with Enter in a field stays in it", async () => {
  at.relay.play(accepted);
  await visitor.field("email").focus();
  await visitor.page.keyboard.press("Enter");
  await success();
  expect(await visitor.page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
});

test.each<[string, Turn]>([
  ["an answer that is not JSON", { status: 200, body: "<html>hello</html>" }],
  ["an empty answer", { status: 200, body: "" }],
  ["an error in an answer that is called fine", { status: 200, body: '{"data":null,"error":{"message":"no"}}' }],
  ["status 401", refused(401, { code: "key_not_allowed" })],
  ["status 422", refused(422, { code: "idempotency_conflict" })],
  ["status 500", refused(500)],
])("%s is a failure at once: nothing is lost, and the next click can put it right", async (_, turn) => {
  at.relay.play(turn, accepted);
  const typed = await visitor.values();
  await visitor.button.click();
  await failure();
  expect(at.relay.calls).toHaveLength(1);
  expect(await visitor.values()).toEqual(typed);
  await visitor.button.click();
  await success();
});

test("after a conflict over a key, the request gets another one", async () => {
  at.relay.play(refused(422, { code: "idempotency_conflict" }), accepted);
  await visitor.button.click();
  await failure();
  await visitor.button.click();
  await success();
  expect(keys().size).toBe(2);
});

test("after a failure, other values are another request", async () => {
  at.relay.play(refused(500), accepted);
  await visitor.button.click();
  await failure();
  await visitor.field("message").fill("On second thought, two days out");
  await visitor.button.click();
  await success();
  expect(keys().size).toBe(2);
});

test("however often a visitor clicks or presses Enter, a request is sent once", async () => {
  at.relay.play("hang");
  await visitor.field("firstName").focus();
  for (let press = 0; press < 3; press++) await visitor.page.keyboard.press("Enter");
  await label("Sending...");
  for (let click = 0; click < 3; click++) await visitor.button.click({ force: true });
  expect(at.relay.calls).toHaveLength(1);
  expect(await visitor.form.getByRole("status").last().textContent()).toBe("Your request is on its way.");
});

describe("once a request has arrived", () => {
  const outcome = () => visitor.form.locator(".outcome").textContent();
  const problems = () => visitor.form.locator(".problem").count();
  const REFERENCE = "We have your request. Reference: EV-7K3M-9QXD";

  const clickTwice = async (ms: number) => {
    await visitor.button.click();
    await success();
    await visitor.page.clock.runFor(ms);
    await visitor.button.click();
  };
  const enterTwice = async (ms: number) => {
    await visitor.field("lastName").press("Enter");
    await success();
    await visitor.page.clock.runFor(ms);
    await visitor.field("lastName").press("Enter");
  };

  test.each([
    ["a second click at once", clickTwice, 0],
    ["a second click after 300 ms", clickTwice, 300],
    ["a second Enter after 150 ms", enterTwice, 150],
  ])("%s neither sends nor refuses the emptied form", async (_, submitTwice, ms) => {
    await submitTwice(ms);
    expect(await outcome()).toBe(REFERENCE);
    expect(await problems()).toBe(0);
    expect(await visitor.page.title()).not.toMatch(/^Error/);
    expect(at.relay.calls).toHaveLength(1);
  });

  test("an empty form is refused again later on, and the reference stays", async () => {
    await clickTwice(5_000);
    expect(await problems()).toBe(3);
    expect(await outcome()).toBe(REFERENCE);
  });

  test("another request can follow at once", async () => {
    await visitor.button.click();
    await success();
    await visitor.fill({ ...filledIn.contact, message: "A second day out" });
    await visitor.button.click();
    await expect.poll(() => at.relay.calls.length).toBe(2);
    expect(keys().size).toBe(2);
    await expect.poll(outcome).toBe(REFERENCE);
  });

  test("what was typed while it was on its way stays, as the beginning of the next", async () => {
    at.relay.play(refused(503), accepted);
    await visitor.button.click();
    await progress("Sending... Attempt 2 of 4");
    await visitor.field("message").press("End");
    await visitor.field("message").pressSequentially(", and a dinner");
    await visitor.field("eventType").selectOption("other");
    await visitor.page.clock.runFor(1_000);
    await success();
    const { form, page, definition: _, ...left } = await visitor.values();
    const typed = { message: "A day out, and a dinner", eventType: "other" };
    expect(Object.fromEntries(Object.entries(left).filter(([, value]) => value !== ""))).toEqual(typed);
    expect([form, page]).toEqual(["contact", "/contact"]);
    expect(JSON.parse(at.relay.calls[1]?.text ?? "")).toMatchObject({
      message: "A day out",
      eventType: "teambuilding",
    });
    await visitor.page.reload();
    await awaken(visitor.page);
    expect(await visitor.values()).toMatchObject({ ...typed, firstName: "" });
  });
});

test("fields that the relay does not take are named where they are", async () => {
  at.relay.play(refused(400, { code: "validation_failed", fields: [{ field: "email", message: "is no mailbox" }] }));
  await visitor.button.click();
  await failure();
  const messages = visitor.form.locator(".field .problem");
  expect(await messages.allTextContents()).toEqual(["Error: Email is no mailbox. Please check what you wrote."]);
  expect(await visitor.page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
});

test("what a program writes into the hidden field arrives, and is not kept", async () => {
  await visitor.field("website").evaluate((field) => {
    (field as HTMLInputElement).value = "https://spam.example";
  });
  await visitor.page.clock.runFor(7_000);
  await visitor.field("message").fill(filledIn.contact.message);
  await visitor.button.click();
  await success();
  const body = JSON.parse(at.relay.calls[0]?.text ?? "");
  expect(body.website).toBe("https://spam.example");
  expect(body.elapsedMs).toBeGreaterThanOrEqual(7_000);
  expect(await visitor.field("website").inputValue()).toBe("");
});
