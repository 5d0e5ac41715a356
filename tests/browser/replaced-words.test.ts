// Programs that replace or move the page's text nodes, as translation and extensions do: words that change in place are still the right ones.
import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser } from "../support/browser/browser.ts";
import { type FormVisitor, visitForm } from "../support/browser/form-visitor.ts";
import { type ServedSite, serveBuiltSite } from "../support/hosts/served-site.ts";
import { openRecordingRelay, type RecordingRelay, refused } from "../support/relay/recording-relay.ts";
import { buildSite } from "../support/site/built-site.ts";

let browser: Browser;
let relay: RecordingRelay;
let visitor: FormVisitor;

beforeAll(async () => {
  [browser, relay] = await Promise.all([openBrowser(), openRecordingRelay()]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), relay?.close()]);
});
beforeEach(() => relay.reset());
afterEach(() => visitor?.close());

/** Every text is put between marks and into two elements, now and whenever it changes, as translation in Chrome does. */
function translate(): void {
  const wrap = (text: Text) => {
    if (text.data.trim() === "" || text.parentElement?.closest("font, script, style, textarea, option")) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = `«${text.data}»`;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) wrap(text);
  };
  wrapAll(document.body);
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === "characterData") wrap(target as Text);
      for (const node of addedNodes) if (node.isConnected) wrapAll(node);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/** The words of each button go into an element of the extension's, and so does each field. */
function wrapContents(): void {
  for (const button of document.querySelectorAll("form button")) {
    const wrapper = document.createElement("i");
    wrapper.append(...button.childNodes);
    button.append(wrapper);
  }
  for (const field of document.querySelectorAll("form .field :is(input, textarea)")) {
    const wrapper = document.createElement("div");
    field.replaceWith(wrapper);
    wrapper.append(field, document.createElement("i"));
  }
}

/** The words of each button, and of each line beside it, are taken out and put elsewhere. */
function takeWordsOut(): void {
  for (const place of document.querySelectorAll("form button > :last-child, form .send p"))
    document.body.append(...place.childNodes);
}

describe.each(["preact", "react"] as const)("with %s", (client) => {
  let site: ServedSite;
  beforeAll(async () => {
    const built = await buildSite({ siteUrl: "http://localhost", relayUrl: relay.url, client });
    site = await serveBuiltSite(built, { pictures: "flat" });
  });
  afterAll(() => site?.close());

  const words = (place: string) =>
    visitor.form.locator(place).evaluateAll((all) => all.map((each) => each.textContent?.replace(/[«»]/g, "")));

  test.each([
    ["translates the page", translate],
    ["wraps controls and words", wrapContents],
    ["takes words away", takeWordsOut],
  ])("a program that %s sees the form's words change, and loses none of its parts", async (_, change) => {
    visitor = await visitForm(browser, site.url, "contact");
    await visitor.page.evaluate(change);
    await visitor.button.click();
    await expect.poll(() => words(".problem")).toContain("Error: Email cannot be empty.");
    await visitor.fill({ firstName: "Ana", lastName: "Lee", email: "ana@" });
    await visitor.field("phone").focus();
    const incomplete = "Error: Email must be complete, like name@company.ca.";
    await expect.poll(() => words(".problem")).toEqual([incomplete]);
    await expect.poll(() => words(".problems li")).toEqual([incomplete.slice("Error: ".length)]);
    for (const left of [300, 400]) {
      await visitor.field("message").fill("x".repeat(10_000 - left));
      await expect.poll(() => words(".room")).toContain(`Characters left: ${left}`);
    }
    await visitor.fill();

    relay.play("hang");
    await visitor.button.click();
    await expect.poll(() => words("button")).toEqual(["Sending..."]);
    await expect.poll(() => words(".send p")).toEqual(["Your request is on its way."]);
    expect(await visitor.page.locator(".island-failure").count()).toBe(0);
  });

  test("after a failure of a translated form, nothing says that it is on its way", async () => {
    visitor = await visitForm(browser, site.url, "contact");
    await visitor.page.evaluate(translate);
    await visitor.fill();
    relay.play(refused(500));
    await visitor.button.click();
    await visitor.form.locator(".outcome.not-sent").waitFor();
    expect(await words("button")).toEqual(["Send Request"]);
    expect(await words(".send p")).toEqual([""]);
    relay.reset();
    await visitor.button.click();
    await visitor.form.locator(".outcome.sent").waitFor();
    expect(await words(".outcome")).toEqual(["We have your request. Reference: EV-7K3M-9QXD"]);
  });

  test("what was typed before the form is taken over stays, in fields that an extension has wrapped and beside words that it has changed", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const issues: string[] = [];
    page.on("pageerror", ({ message }) => issues.push(message));
    await page.goto(`${site.url}/contact/`);
    await page.evaluate(wrapContents);
    await page.evaluate(() => {
      for (const label of document.querySelectorAll("form label")) label.append(" (extension)");
      for (const [name, value] of [
        ["firstName", "Ana"],
        ["message", "A day out"],
        ["eventType", "teambuilding"],
      ] as const)
        document.querySelector<HTMLInputElement>(`form [name=${name}]`)?.setAttribute("data-typed", value);
      for (const field of document.querySelectorAll<HTMLInputElement>("[data-typed]"))
        field.value = field.dataset.typed ?? "";
    });
    await page.locator("form").scrollIntoViewIfNeeded();
    await page.keyboard.press("Shift");
    await page.locator("form[novalidate]").waitFor();
    const values = await page
      .locator("form")
      .evaluate((form) => Object.fromEntries(new FormData(form as HTMLFormElement)) as Record<string, string>);
    expect(values).toMatchObject({ firstName: "Ana", message: "A day out", eventType: "teambuilding" });
    expect(await page.locator(".island-failure").count()).toBe(0);
    expect(issues).toEqual([]);
    await context.close();
  });
});
