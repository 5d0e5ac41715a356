// The forms of a visitor whose browser runs no script: posted to the relay, which leads to a page of the site.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REPLY_PAGES } from "../../relay/contract.ts";
import { openBrowser } from "../support/browser.ts";
import { buildSite } from "../support/built-site.ts";
import { type FormSlug, filledIn, readForm } from "../support/form-data.ts";
import { formPaths } from "../support/form-visitor.ts";
import { type ServedSite, serveBuiltSite } from "../support/served-site.ts";

let browser: Browser;
let definition = "";
let site: ServedSite;
let outcome: keyof typeof REPLY_PAGES = "accepted";
let posts: { type: string; fields: Record<string, string> }[] = [];

/** Answers a post as the relay does. */
const relay = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    posts.push({ type: request.headers["content-type"] ?? "", fields: Object.fromEntries(new URLSearchParams(body)) });
    response.writeHead(303, { location: site.url + REPLY_PAGES[outcome] }).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  browser = await openBrowser();
  const { port } = relay.address() as AddressInfo;
  const built = await buildSite({ siteUrl: "http://localhost", relayUrl: `http://127.0.0.1:${port}` });
  definition = JSON.parse(built.file("forms.json")).hash;
  site = await serveBuiltSite(built);
});
afterAll(async () => {
  relay.closeAllConnections();
  await Promise.all([browser?.close(), site?.close(), new Promise((resolve) => relay.close(resolve))]);
});

describe.each(Object.keys(formPaths) as FormSlug[])("the %s form", (slug) => {
  test.each([
    ["accepted", "Thank you. It is with us."],
    ["refused", "That did not go through"],
  ] as const)("is posted as it is, and leads to a page when it is %s", async (result, heading) => {
    outcome = result;
    posts = [];
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    await page.goto(site.url + formPaths[slug]);
    const values = filledIn[slug] as Record<string, string>;
    for (const { name, input } of readForm(slug).fields) {
      const field = page.locator(`form [name="${name}"]`);
      if (input === "select") await field.selectOption(values[name] ?? "");
      else await field.fill(values[name] ?? "");
    }
    await page.locator("form button").click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    expect(new URL(page.url()).pathname).toBe(REPLY_PAGES[result]);
    const message = values.message?.replace(/\n/g, "\r\n");
    expect(posts).toEqual([
      {
        type: "application/x-www-form-urlencoded",
        fields: {
          ...values,
          message,
          form: slug,
          page: formPaths[slug].replace(/(?<=.)\/$/, ""),
          definition,
          website: "",
        },
      },
    ]);
    await context.close();
  });
});

test("the browser itself asks for what is required", async () => {
  posts = [];
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/contact/`);
  await page.locator("form button").click();
  expect(new URL(page.url()).pathname).toBe("/contact/");
  expect(await page.locator("form :invalid").count()).toBe(3);
  expect(posts).toEqual([]);
  await context.close();
});
