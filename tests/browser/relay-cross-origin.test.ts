// The relay as a page of another origin sees it: a browser gives a page only what the relay's headers allow it to read.
import { createServer } from "node:http";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALL_PATH } from "../../relay/contract.ts";
import { StoreError } from "../../relay/errors.ts";
import { REQUEST, type TestRelay, withRelay } from "../relay/support/with-relay.ts";
import { openBrowser } from "../support/browser/browser.ts";
import { type Listening, listen } from "../support/process/listen.ts";

let browser: Browser;
let site: Listening;
let otherSite: Listening;

const serveBlankPage = () =>
  listen(
    createServer((_, response) =>
      response.setHeader("content-type", "text/html").end("<!doctype html><title>x</title>"),
    ),
  );

beforeAll(async () => {
  [browser, site, otherSite] = await Promise.all([openBrowser(), serveBlankPage(), serveBlankPage()]);
});
afterAll(() => Promise.all([browser.close(), site.close(), otherSite.close()]));

interface Seen {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly requestId: string | null;
  readonly body: { readonly data: unknown; readonly error: Record<string, unknown> | null };
}

/** What a script of the page gets, or the name of the error it gets instead. `headers` are those of the hosted functions client. */
const call = (page: Page, url: string, body: unknown, contentType = "application/json") =>
  page.evaluate(
    async ({ url, body, contentType }): Promise<Seen | string> => {
      const isSimple = contentType === "text/plain";
      const client = { apikey: "public", authorization: "Bearer public", "x-client-info": "supabase-js-web/2.90.0" };
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: {
            "content-type": contentType,
            ...(isSimple ? {} : { ...client, "idempotency-key": crypto.randomUUID() }),
          },
          body,
        });
        const { headers, status } = response;
        const [retryAfter, requestId] = [headers.get("retry-after"), headers.get("x-request-id")];
        return { status, retryAfter, requestId, body: await response.json() };
      } catch (error) {
        return (error as Error).name;
      }
    },
    { url, body: JSON.stringify(body), contentType },
  );

/** A page of `server` beside a relay that allows `site` alone. */
async function onPage(
  server: Listening,
  use: (page: Page, relay: TestRelay) => Promise<void>,
  environment: Record<string, string> = {},
) {
  const settings = { RELAY_ALLOWED_ORIGINS: site.url, ...environment };
  await withRelay(async (relay) => {
    const page = await browser.newPage();
    try {
      await page.goto(server.url);
      await use(page, relay);
    } finally {
      await page.close();
    }
  }, settings);
}

test("a page of the site gets data, and every refusal with its reasons", () =>
  onPage(
    site,
    async (page, { url, outbox }) => {
      const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
      const refusal = (status: number, code: string, retryAfter: unknown = null) => ({
        status,
        retryAfter,
        requestId: id,
        body: { data: null, error: expect.objectContaining({ code, message: expect.any(String), requestId: id }) },
      });
      const { accept } = outbox;
      Object.assign(outbox, { accept: () => Promise.reject(new StoreError("full", "the disk is full")) });
      expect(await call(page, url + CALL_PATH, REQUEST)).toEqual(refusal(503, "not_durable", "60"));
      Object.assign(outbox, { accept });
      const stored = (await call(page, url + CALL_PATH, REQUEST)) as Seen;
      expect(stored).toMatchObject({ status: 200, body: { error: null, data: { status: "accepted" } } });
      const wrong = (await call(page, url + CALL_PATH, { ...REQUEST, email: "zoe" })) as Seen;
      expect(wrong).toEqual(refusal(400, "validation_failed"));
      expect(wrong.body.error?.fields).toEqual([{ field: "email", message: "is not an email address" }]);
      const another = { ...REQUEST, message: "Another one" };
      const wait = expect.stringMatching(/^[1-9]\d*$/);
      expect(await call(page, url + CALL_PATH, another)).toEqual(refusal(429, "rate_limited", wait));
    },
    { RELAY_RATE_LIMIT: "1/10m", RELAY_PUBLIC_KEY: "public" },
  ));

test("a page of the site reads nothing but the answers to calls", () =>
  onPage(site, async (page, { url }) => {
    expect(await call(page, `${url}/nowhere`, REQUEST)).toBe("TypeError");
    expect(await call(page, `${url}/nowhere`, REQUEST, "text/plain")).toBe("TypeError");
    expect(await call(page, `${url}/healthz`, REQUEST, "text/plain")).toBe("TypeError");
  }));

test("a page of another site can neither read nor leave anything", () =>
  onPage(otherSite, async (page, { url, outbox }) => {
    expect(await call(page, url + CALL_PATH, REQUEST)).toBe("TypeError");
    expect(await call(page, url + CALL_PATH, REQUEST, "text/plain")).toBe("TypeError");
    expect((await outbox.list({}, 1)).items).toEqual([]);
  }));
