// Errors of other programs in the page, such as extensions, under and beside the form's own code: the form goes on.
import { afterEach, expect, test } from "vitest";
import { type FormVisitor, visitForm } from "../support/browser/form-visitor.ts";
import { openSiteWithRelay } from "../support/browser/site-in-browser.ts";
import { accepted, refused, type Turn } from "../support/relay/recording-relay.ts";

const at = openSiteWithRelay();
let visitor: FormVisitor;

afterEach(() => visitor.close());

/** The scripts run in the page before its own. */
test.each<[string, string, Turn, "sent" | "not-sent"]>([
  [
    "forks the promise of fetch, and the connection is lost",
    "const ask = fetch; fetch = (...all) => { const answer = ask(...all); answer.then(({ status }) => status); return answer; }",
    "refuse",
    "not-sent",
  ],
  [
    "reads each answer as JSON, which it is not",
    "const ask = fetch; fetch = async (...all) => { const answer = await ask(...all); answer.clone().json(); return answer; }",
    { status: 502, body: "<h1>Bad gateway</h1>" },
    "not-sent",
  ],
  ["throws in place of sending", 'fetch = () => { throw new Error("extension"); }', accepted, "not-sent"],
  ["answers with nothing", "fetch = async () => undefined", accepted, "not-sent"],
  ["never answers, and drops the signal", "fetch = () => new Promise(() => {})", accepted, "not-sent"],
  [
    "breaks the numbers that keys are made of",
    'crypto.getRandomValues = () => { throw new Error("extension"); }',
    accepted,
    "not-sent",
  ],
  [
    "throws whenever the focus moves",
    "for (const type of ['focusin', 'focusout', 'focus']) document.addEventListener(type, () => null.x, true)",
    accepted,
    "sent",
  ],
  [
    "throws at clicks and submissions, and after them",
    "for (const type of ['click', 'submit', 'input']) document.addEventListener(type, () => { setTimeout(() => null.x); Promise.reject(new Error('extension')); null.x; })",
    accepted,
    "sent",
  ],
  [
    "throws before each listener that it has wrapped",
    `const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      return add.call(this, type, listener && function (event) {
        (typeof listener === "function" ? listener : listener.handleEvent).call(this, event);
        if (type === "input") throw new Error("extension");
      }, options);
    }`,
    accepted,
    "sent",
  ],
  [
    "breaks shadow trees, of which notices are made",
    'Element.prototype.attachShadow = () => { throw new Error("extension"); }',
    accepted,
    "sent",
  ],
  [
    "fails at a request that was refused",
    'addEventListener("unhandledrejection", () => null.x)',
    refused(500),
    "not-sent",
  ],
])("an extension that %s does not take the form away", async (_, script, turn, outcome) => {
  at.relay.play(turn);
  visitor = await visitForm(at.browser, at.url, "contact", { hasOwnClock: true, script });
  await visitor.fill();
  const typed = await visitor.values();
  await visitor.button.click();
  const shown = visitor.form.locator(`.outcome.${outcome}`);
  await expect
    .poll(async () => {
      await visitor.page.clock.runFor(10_000);
      return shown.count();
    })
    .toBe(1);
  expect(await visitor.page.locator(".island-failure").count()).toBe(0);
  if (outcome === "not-sent") expect(await visitor.values()).toEqual(typed);
});
