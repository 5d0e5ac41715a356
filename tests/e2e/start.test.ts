// `npm start`: the site and its relay together, as a newcomer meets them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CALL_PATH } from "../../relay/contract.ts";
import { projectDir, withSite } from "../support/with-site.ts";
import { type Running, start } from "./command.ts";

const starter = join(projectDir, "cli/launch/start.mjs");
const begin = (root: string, args: readonly string[], env?: Record<string, string>): Running =>
  start(args, { cwd: root, env, command: [process.execPath, starter] });

const send = (relay: string, site: string) =>
  fetch(`${relay}${CALL_PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: site },
    body: JSON.stringify({ firstName: "Zoë", email: "zoe@visitor.ca", form: "venue", message: "A gala." }),
  });

test("a form that is sent from the site arrives in the mailbox, and Ctrl-C ends both", async () => {
  const settings = readFileSync(join(projectDir, "tests/fixtures/sites/small/content/site.yaml"), "utf8")
    .replace("name: Evenhall\n", "name: Northlight\n")
    .replace("legalName: Evenhall Events Inc.", 'legalName: "{brand.name} Events"')
    .replace("hello@example.com", "hello@northlight.ca");
  await withSite({ "content/site.yaml": settings }, async ({ root }) => {
    const both = begin(root, ["--port", "0"]);
    try {
      const [, mailbox = "", relay = ""] = await both.said(/are at ((\S+)\/mailbox\S*)/);
      const [, site = ""] = await both.said(/ pages at (http:\/\/localhost:\d+) /);
      expect(await (await fetch(site)).text()).toContain(relay);
      const answer = await send(relay, site);
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, site]);
      const mails = () => readdirSync(join(root, ".eventsite/mail/new"));
      await expect.poll(() => mails().length, { timeout: 30_000 }).toBe(2);
      const texts = mails().map((name) => readFileSync(join(root, ".eventsite/mail/new", name), "utf8"));
      expect(texts.filter((text) => /^To: .*zoe@visitor\.ca/m.test(text))).toHaveLength(1);
      expect(await (await fetch(mailbox)).text()).toContain("Zoë");
      // Mails speak for the company of site.yaml.
      const acknowledgement = texts.find((text) => /^To: .*zoe@visitor\.ca/m.test(text));
      expect(acknowledgement).toContain("hello@northlight.ca");
      expect(acknowledgement).toContain("Northlight Events");
      // A form without script is led back to the site.
      const posted = await fetch(`${relay}${CALL_PATH}`, {
        method: "POST",
        redirect: "manual",
        headers: { origin: site },
        body: new URLSearchParams({ firstName: "Ann", email: "ann@visitor.ca", form: "contact" }),
      });
      expect([posted.status, posted.headers.get("location")]).toEqual([303, `${site}/thank-you/`]);
    } finally {
      both.kill("SIGINT");
    }
    expect((await both.finished).code).toBe(130);
  });
});

test("a port in use ends both, with a plain word", async () => {
  await withSite({}, async ({ root }) => {
    const first = begin(root, ["--port", "0"]);
    try {
      const [, relay = ""] = await first.said(/are at (\S+)\/mailbox/);
      const [, port = ""] = await first.said(/ pages at http:\/\/localhost:(\d+) /);
      await withSite({}, async (other) => {
        const taken = await begin(other.root, ["--port", "0"], { PORT: new URL(relay).port }).finished;
        expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining("is in use by another program.")]);
        const site = await begin(other.root, ["--port", port], { PORT: "0" }).finished;
        expect([site.code, site.stderr]).toEqual([1, expect.stringContaining(`Port ${port} is in use`)]);
      });
    } finally {
      first.kill("SIGINT");
      await first.finished;
    }
  });
});
