// `npm start`: the site and its relay together, as a newcomer meets them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { sharedSite } from "../../cli/serve/shared-site.ts";
import { CALL_PATH } from "../../relay/contract.ts";
import { type Running, start } from "../support/process/command.ts";
import { projectDir, small, withSite } from "../support/site/with-site.ts";

const program = join(projectDir, "cli/eventsite.cjs");
const begin = (root: string, args: readonly string[], env?: Record<string, string>): Running =>
  start(["start", ...args], { cwd: root, env, command: [process.execPath, program] });

const send = (relay: string, site: string) =>
  fetch(`${relay}${CALL_PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: site },
    body: JSON.stringify({ firstName: "Zoë", email: "zoe@visitor.ca", form: "venue", message: "A gala." }),
  });

test("a form that is sent from the site arrives in the mailbox, and Ctrl-C ends both", async () => {
  const settings = small("site.yaml")
    .replace("name: Evenhall\n", "name: Northlight\n")
    .replace("legalName: Evenhall Events Inc.", 'legalName: "{brand.name} Events"')
    .replace("hello@example.com", "hello@northlight.ca");
  await withSite({ "content/site.yaml": settings }, async ({ root }) => {
    const both = begin(root, ["--port", "0"]);
    try {
      const [, site = ""] = await both.said(/ pages at (http:\/\/localhost:\d+) /);
      const [, mailbox = "", relay = ""] = await both.said(/are at ((\S+)\/mailbox\S*)/);
      await both.said(/^Ctrl-C ends both$/m);
      // Not a word of warning: what the relay reads was there before it started.
      expect(both.errors()).toBe("");
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
      // A form without script is led back to the site; one that is held back puts no line of the log between the plain ones.
      const posted = await fetch(`${relay}${CALL_PATH}`, {
        method: "POST",
        redirect: "manual",
        headers: { origin: site },
        body: new URLSearchParams({ firstName: "Ann", email: "ann@visitor.ca", form: "contact", website: "x" }),
      });
      expect([posted.status, posted.headers.get("location")]).toEqual([303, `${site}/thank-you/`]);
    } finally {
      both.kill("SIGINT");
    }
    expect(await both.finished).toMatchObject({ code: 130, stdout: expect.stringMatching(/^[^{]*both\n$/) });
  });
});

test("at all addresses of the machine, forms of every page that it answers are taken, and the mailbox is at home", async () => {
  await withSite({}, async ({ root }) => {
    const both = begin(root, ["--port", "0", "--host", "0.0.0.0"], { PORT: "0" });
    try {
      const [, site = ""] = await both.said(/ pages at (http:\/\/localhost:\d+) /);
      const [, relay = ""] = await both.said(/forms send to the relay at (\S+)/);
      const [, mailbox = ""] = await both.said(/are at (\S+) and stay on this machine/);
      await both.said(/^Ctrl-C ends both$/m);
      expect(both.errors()).toBe("");
      expect(await (await fetch(site)).text()).toContain(relay);
      const home = `http://localhost:${new URL(relay).port}`;
      // A machine without a network is reached by its own names alone.
      const { origins } = sharedSite({ host: "0.0.0.0", port: Number(new URL(site).port) }) ?? { origins: [] };
      for (const origin of [site, ...origins]) {
        const answer = await send(home, origin);
        expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
      }
      expect((await send(home, "http://other.example")).status).toBe(403);
      expect(new URL(mailbox).host).toBe(new URL(home).host);
      expect((await fetch(mailbox)).status).toBe(200);
    } finally {
      both.kill("SIGINT");
      await both.finished;
    }
  });
});

const refuses = (url: string) => expect(fetch(url)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });

test.each<[string, (both: Running) => void]>([
  ["npm start that is ended by SIGTERM", (both) => both.child.kill("SIGTERM")],
  ["a terminal that is closed", (both) => both.kill("SIGHUP")],
])("%s ends both, and their ports are free", async (_, endIt) => {
  const script = JSON.stringify({ private: true, scripts: { start: `"${process.execPath}" "${program}" start` } });
  await withSite({ "package.json": script }, async ({ root }) => {
    const both = start(["start", "--", "--port", "0"], { cwd: root, command: ["npm"] });
    const [, site = ""] = await both.said(/ pages at (http:\/\/localhost:\d+) /);
    const [, relay = ""] = await both.said(/are at (\S+)\/mailbox/);
    endIt(both);
    // Resolves when the last process that has its output has ended.
    await both.finished;
    await refuses(site);
    await refuses(relay);
  });
});

test("when npm start is killed, its relay stops in order and frees its port", async () => {
  await withSite({}, async ({ root }) => {
    const both = begin(root, ["--port", "0"], { PORT: "0", LOG_LEVEL: "info" });
    const [, relay = ""] = await both.said(/are at (\S+)\/mailbox/);
    both.child.kill("SIGKILL");
    const { stdout } = await both.finished;
    expect(stdout).toMatch(/"event":"draining","signal":"SIGTERM"/);
    expect(stdout.match(/"event":"stopped","clean":true/g)).toHaveLength(1);
    await refuses(relay);
  });
});

test.each(["abc", "-1", "70000", "0x50"])("PORT=%s is reported, and nothing is started", async (PORT) => {
  await withSite({}, async ({ root }) => {
    const { code, stdout, stderr } = await begin(root, [], { PORT }).finished;
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`The variable PORT is "${PORT}". A port is a number from 0 to 65535.`);
  });
});

test("a terminal that was closed while the program was compiled ends both", async () => {
  const { href } = pathToFileURL(join(projectDir, "cli/launch/program.mjs"));
  const script = `const { main } = await (await import("${href}")).loadProgram("main"); await main(["start", "--port", "0"], 0)`;
  await withSite({}, async ({ root }) => {
    const run = { cwd: root, env: { npm_lifecycle_event: "start" }, command: [process.execPath] as const };
    expect((await start(["--input-type=module", "-e", script, program], run).finished).code).toBe(130);
  });
});

test("a port in use ends both, with a plain word", async () => {
  await withSite({}, async ({ root }) => {
    const first = begin(root, ["--port", "0"]);
    try {
      const [, relay = ""] = await first.said(/are at (\S+)\/mailbox/);
      const [, port = ""] = await first.said(/(?<!\d)6 pages at http:\/\/localhost:(\d+) /);
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
