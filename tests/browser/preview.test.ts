// A site that is only looked at: its forms say so, and send nothing, with script and without.
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/browser/browser.ts";
import { visitForm } from "../support/browser/form-visitor.ts";
import { type ServedSite, serveBuiltSite } from "../support/hosts/served-site.ts";
import { buildSite } from "../support/site/built-site.ts";
import { filledIn } from "../support/site/form-data.ts";

let browser: Browser;
let served: ServedSite;

beforeAll(async () => {
  [browser, served] = await Promise.all([
    openBrowser(),
    buildSite({ preview: true }).then((site) => serveBuiltSite(site, { pictures: "flat" })),
  ]);
});
afterAll(() => Promise.all([browser.close(), served.close()]));

const SAID = "This is a preview: your request was not sent.";

test("a form of a preview sends nothing, and says so", async () => {
  const visitor = await visitForm(browser, served.url, "contact");
  const { page, form, button, notices } = visitor;
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await visitor.fill();
  await button.click();
  await notices.getByText(SAID).waitFor();
  await form.getByText(SAID).waitFor();
  expect(sent).toEqual([]);
  expect(visitor.issues).toEqual([]);
  await visitor.close();
});

test("without script the page stays as it is, and says so too", async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${served.url}/contact/`);
  const form = page.locator("form");
  await page.locator(".card").getByText(SAID).waitFor();
  for (const [name, value] of Object.entries(filledIn.contact)) {
    const field = form.locator(`[name="${name}"]`);
    if (await field.evaluate((element) => element instanceof HTMLSelectElement)) await field.selectOption(value);
    else await field.fill(value);
  }
  await form.locator("[type=submit]").click();
  expect(page.url()).toBe(`${served.url}/contact/`);
  expect(await form.locator('[name="firstName"]').inputValue()).not.toBe("");
  await page.close();
});
