// Several sites on one machine: the configuration that is printed for each works beside those of the others.
import { createServer, request } from "node:http";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { build, hostConfig } from "../../cli/index.ts";
import { CALL_PATH } from "../../relay/contract.ts";
import { programOf, validate, withRealHost } from "../support/hosts/real-hosts.ts";
import { listen } from "../support/process/listen.ts";
import { openSite, small } from "../support/site/with-site.ts";

/** Names that differ in no letter or digit, one as long as names are; relays of their own, below the site and beside it. */
const SITES = [
  { url: "https://events-a.example.com", relayUrl: "https://relay.events-a.example.com" },
  { url: "https://events.a.example.com", relayUrl: "https://events.a.example.com/forms" },
  { url: "https://events-of-a-company-of-many-words.example", relayUrl: "https://relay.long.example" },
];

const site = openSite({ "content/site.yaml": `${small("site.yaml")}moved: [{ from: /old, to: /contact }]\n` });
afterAll(() => site.close());

const printed = ({ url, relayUrl }: (typeof SITES)[number], outDir: string) =>
  hostConfig({ root: site.root, host: "nginx", siteUrl: url, relayUrl, siteRoot: outDir });

/** The names that nginx has one of, whatever site they are for. */
const namesIn = (config: string) =>
  [...config.matchAll(/^map \$uri \$(\S+)|zone=(\w+):/gm)].map(([, map, zone]) => map ?? zone);

test("each has names of its own for what nginx shares, and the same each time", async () => {
  const configs = await Promise.all(SITES.map((each) => printed(each, "/srv/site")));
  const names = configs.flatMap(namesIn);
  expect(names).toHaveLength(3 * SITES.length);
  expect(new Set(names).size).toBe(names.length);
  expect(Math.max(...names.map((name = "") => name.length))).toBeLessThanOrEqual(46);
  expect(await printed(SITES[0] as (typeof SITES)[number], "/srv/site")).toBe(configs[0]);
});

const program = programOf("nginx");
describe.runIf(program !== undefined)("on one real nginx", () => {
  test("each has its pages, its policy, its old addresses and its relay", async () => {
    const relays = await Promise.all(
      SITES.map(({ url }) => listen(createServer((_, response) => response.end(`relay of ${url}`)))),
    );
    try {
      const configs = [];
      for (const [index, each] of SITES.entries()) {
        const outDir = join(site.root, `dist-${index}`);
        await build({ root: site.root, siteUrl: each.url, relayUrl: each.relayUrl, outDir });
        configs.push((await printed(each, outDir)).replaceAll("127.0.0.1:8787", `127.0.0.1:${relays[index]?.port}`));
      }
      const config = configs.join("\n");
      expect(validate("nginx", program as string, config, join(site.root, "check"))).not.toMatch(/warn|emerg/i);
      await withRealHost("nginx", program as string, config, join(site.root, "nginx"), async (origin) => {
        for (const { url, relayUrl } of SITES) {
          const page = await ask(origin, url, "/contact/");
          expect(page.body).toContain(`<link rel="canonical" href="${url}/contact/">`);
          expect(page.policy).toContain(`connect-src 'self' ${new URL(relayUrl).origin};`);
          expect((await ask(origin, url, "/icon.svg")).policy).toContain("sandbox");
          expect((await ask(origin, url, "/old/")).location).toBe("/contact/");
          const call = await ask(origin, relayUrl, new URL(relayUrl).pathname.replace(/\/$/, "") + CALL_PATH, "POST");
          expect(call).toMatchObject({ status: 200, body: `relay of ${url}` });
        }
      });
    } finally {
      await Promise.all(relays.map((each) => each.close()));
    }
  });
});

interface Answer {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly policy: string;
  readonly body: string;
}

/** Asks the server at `origin` under the name of another address: fetch() sends the name that it connects to. */
function ask(origin: string, address: string, path: string, method = "GET"): Promise<Answer> {
  const { host } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, headers: { host } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const { statusCode: status, headers } = response;
      const policy = String(headers["content-security-policy"] ?? "");
      resolve({ status, location: headers.location, policy, body: Buffer.concat(chunks).toString() });
    });
    sent.on("error", reject).end();
  });
}
