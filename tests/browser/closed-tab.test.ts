// A tab that is closed after Send and before the answer: what a relay has of it then.
import { createServer, request as forward } from "node:http";
import { expect, test } from "vitest";
import { withRelay } from "../relay/support/with-relay.ts";
import { openBrowser } from "../support/browser/browser.ts";
import { visitForm } from "../support/browser/form-visitor.ts";
import { serveBuiltSite } from "../support/hosts/served-site.ts";
import { listen } from "../support/process/listen.ts";
import { buildSite } from "../support/site/built-site.ts";

/** Before a relay: holds the first request of this method until it is let through, and passes all others. */
async function startGate(method: "OPTIONS" | "POST", relayUrl: () => string) {
  let pass = () => {};
  let hold = () => {};
  const opened = new Promise<void>((resolve) => {
    pass = resolve;
  });
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const server = createServer(async (request, response) => {
    if (request.method === method) {
      hold();
      await opened;
    }
    const { headers, url } = request;
    const next = forward(relayUrl() + url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(next);
  });
  return { ...(await listen(server)), held, pass };
}

test.each(["OPTIONS", "POST"] as const)("closed during %s, the request is stored, and once", async (method) => {
  let relayUrl = "";
  const gate = await startGate(method, () => relayUrl);
  const [browser, built] = await Promise.all([
    openBrowser(),
    buildSite({ siteUrl: "http://localhost", relayUrl: gate.url }),
  ]);
  const site = await serveBuiltSite(built, { pictures: "flat" });
  try {
    await withRelay(
      async (relay) => {
        relayUrl = relay.url;
        const visitor = await visitForm(browser, site.url, "contact");
        // The browser has another tab; with the last one it would end itself.
        await visitor.page.context().newPage();
        await visitor.fill();
        await visitor.button.click();
        await gate.held;
        await visitor.page.close({ runBeforeUnload: false });
        gate.pass();
        const stored = async () => (await relay.outbox.list({}, 10)).items.length;
        await expect.poll(stored).toBe(1);
        await visitor.close();
        expect(await stored()).toBe(1);
      },
      { RELAY_ALLOWED_ORIGINS: site.url },
    );
  } finally {
    await Promise.all([browser.close(), site.close(), gate.close()]);
  }
});
