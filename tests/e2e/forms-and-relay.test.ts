// Each form of the site through the real relay into a real mailbox: by script, and without.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../relay/config/config.ts";
import { REPLY_PAGES } from "../../relay/contract.ts";
import { createRelay, type Relay } from "../../relay/index.ts";
import { openBrowser } from "../support/browser/browser.ts";
import { formPaths, visitForm } from "../support/browser/form-visitor.ts";
import { type ServedSite, serveBuiltSite } from "../support/hosts/served-site.ts";
import { fileFolder } from "../support/process/own-folder.ts";
import { type BuiltSite, buildSite } from "../support/site/built-site.ts";
import { type FormSlug, filledIn, readForm } from "../support/site/form-data.ts";

const folder = fileFolder();
let browser: Browser;
let relay: Relay;
let site: ServedSite;

/** The site knows the relay's address, and the relay the site's: so the site has an address before it has pages. */
beforeAll(async () => {
  let build = (_: BuiltSite) => {};
  browser = await openBrowser();
  site = await serveBuiltSite(
    new Promise((resolve) => {
      build = resolve;
    }),
  );
  relay = createRelay(
    readConfig({
      PORT: "0",
      RELAY_ALLOWED_ORIGINS: site.url,
      RELAY_SITE_URL: site.url,
      RELAY_PUBLIC_KEY: "public-1",
      RELAY_RATE_LIMIT: "off",
      RELAY_STORE_URL: `sqlite:${folder}/relay.db`,
      RELAY_MAIL_URL: `maildir:${folder}/mail`,
      RELAY_SOCKET: `${folder}/relay.sock`,
      RELAY_ACKNOWLEDGE: "off",
    }),
  );
  const { url } = await relay.start();
  build(await buildSite({ siteUrl: "http://localhost", relayUrl: url, relayKey: "public-1" }));
});
afterAll(async () => {
  await Promise.all([browser?.close(), site?.close(), relay?.stop()]);
});

/** Mails that have come, as text with their line breaks joined; waits for the next one. */
async function nextMail(): Promise<string> {
  const dir = join(folder, "mail/new");
  await expect.poll(() => (existsSync(dir) ? readdirSync(dir).length : 0), { timeout: 20_000 }).toBe(1);
  const [name = ""] = readdirSync(dir);
  const text = readFileSync(join(dir, name), "utf8");
  rmSync(join(dir, name));
  return text.replace(/=\r?\n/g, "");
}

/** What every form asks for, and one answer that only this form has. */
const reported: Readonly<Record<FormSlug, string>> = {
  consultation: "Gala for 200",
  contact: "A day out",
  venue: "120",
  talent: "A jazz trio",
};

describe.each(Object.keys(formPaths) as FormSlug[])("the %s form", (slug) => {
  test("reaches the mailbox by script", async () => {
    const visitor = await visitForm(browser, site.url, slug, { hasOwnClock: true });
    await visitor.fill({ ...filledIn[slug], email: `${slug}-script@northmere.example` });
    // People take their time; who does not is taken for a program, and held.
    await visitor.page.clock.runFor(10_000);
    await visitor.button.click();
    await visitor.form.getByText(/^We have your request. Reference: \S{6,}$/).waitFor();
    expect(visitor.issues).toEqual([]);
    await visitor.close();
    const mail = await nextMail();
    expect(mail).toMatch(new RegExp(`^Reply-To: .*${slug}-script@northmere\\.example`, "m"));
    expect(mail).toContain(reported[slug]);
  });

  test("reaches the mailbox without script, and leads to the page that says so", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site.url + formPaths[slug]);
    await fillPlain(page, slug, { ...filledIn[slug], email: `${slug}-plain@northmere.example` });
    await page.locator("form button").click();
    await page.waitForURL(site.url + REPLY_PAGES.accepted);
    await context.close();
    const mail = await nextMail();
    expect(mail).toMatch(new RegExp(`^Reply-To: .*${slug}-plain@northmere\\.example`, "m"));
    expect(mail).toContain("Ana");
    expect(mail).toContain(reported[slug]);
  });
});

async function fillPlain(page: Page, slug: FormSlug, values: Readonly<Record<string, string>>): Promise<void> {
  for (const { name, input } of readForm(slug).fields) {
    const field = page.locator(`form [name="${name}"]`);
    if (input === "select") await field.selectOption(values[name] ?? "");
    else await field.fill(values[name] ?? "");
  }
}

test("the browser itself asks for what is required; a plain form that the relay cannot take leads to the page that says so", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/contact/`);
  await page.locator("form button").click();
  expect(new URL(page.url()).pathname).toBe("/contact/");
  expect(await page.locator("form :invalid").count()).toBe(3);
  await fillPlain(page, "contact", { ...filledIn.contact, email: "ana@localhost" });
  await page.locator("form button").click();
  await page.waitForURL(site.url + REPLY_PAGES.refused);
  await context.close();
});
