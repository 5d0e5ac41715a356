// `eventsite verify`: a live site that is as it was built, and one mistake of a host after the other.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rulesOf } from "../../cli/hosting/hosts.ts";
import { type BuildResult, build, type HostName, hostNames, type LiveCheck, verify } from "../../cli/index.ts";
import { emulateHost } from "../../cli/publish/hosts/emulate-host.ts";
import { type Listening, listen } from "../support/process/listen.ts";
import { openSite, small } from "../support/site/with-site.ts";

const more = "moved:\n  - { from: /old, to: /contact }\ngone: [/offer]\n";
const site = openSite({ "content/site.yaml": small("site.yaml") + more });
let relay: string;
let url: string;
/** As it should be live. */
let built: BuildResult;
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
/** The origin that the relay allows. */
let allowed = "*";
const servers: Listening[] = [];

beforeAll(async () => {
  const allow: RequestListener = (_, response) =>
    void response.writeHead(204, { "access-control-allow-origin": allowed }).end();
  for (const listener of [allow, (...asked) => answer(...asked)] satisfies RequestListener[])
    servers.push(await listen(createServer(listener)));
  [relay = "", url = ""] = servers.map((server) => server.url);
  built = await buildFor(url);
});
afterAll(async () => {
  for (const server of servers) await server.close();
  site.close();
});

const buildFor = (siteUrl: string) => build({ root: site.root, write: false, siteUrl, relayUrl: relay });

type Sent = { status: number; headers: Record<string, string>; body: Buffer };

/** Serves a site as a host does, with `spoil` between; gives what `verify` says of it. */
async function verifyAs(
  name: HostName,
  spoil: (sent: Sent, url: string) => Sent = (sent) => sent,
  { live = built, expected = built as BuildResult | undefined } = {},
) {
  const contents = new Map(live.files.map(({ path, content }) => [path, Buffer.from(content ?? [])]));
  const textOf = (path: string) => contents.get(path)?.toString() ?? "";
  const host = emulateHost(rulesOf(name), {
    ...live,
    paths: [...contents.keys()],
    headersFile: textOf("_headers"),
    redirectsFile: textOf("_redirects"),
  });
  answer = (request, response) => {
    const { status, headers, file, text = "" } = host({ method: request.method ?? "GET", url: request.url ?? "/" });
    const body = file === undefined ? Buffer.from(text) : (contents.get(file) ?? Buffer.alloc(0));
    const sent = spoil({ status, headers: { ...headers }, body }, request.url ?? "/");
    const isText =
      /text|json|xml|javascript|svg/.test(sent.headers["content-type"] ?? "") && !("x-unpacked" in sent.headers);
    response.writeHead(sent.status, { ...sent.headers, ...(isText && { "content-encoding": "gzip" }) });
    response.end(isText ? gzipSync(sent.body) : sent.body);
  };
  return verify({ root: site.root, url, relayUrl: relay, ...(expected && { built: expected }) });
}

const kinds = (differences: readonly { check: LiveCheck }[]) =>
  [...new Set(differences.map(({ check }) => check))].sort();

test.each(["netlify", "cloudflare-pages", "nginx", "caddy"] as const)(
  "a site that is right at %s has no difference",
  async (name) => {
    const { differences, asked } = await verifyAs(name, undefined, { expected: name === "nginx" ? undefined : built });
    expect(differences).toEqual([]);
    expect(asked).toBeGreaterThan(20);
  },
);

test.each([
  ["s3-website", ["headers"]],
  ["azure", ["headers"]],
  ["gcs", ["headers"]],
  ["github-pages", ["caching", "headers"]],
  ["s3-rest", ["headers", "not-found", "status"]],
  ["r2", ["headers", "not-found", "status"]],
] as const)("%s differs by what it cannot do", async (name, expected) => {
  expect(hostNames).toContain(name);
  const { differences } = await verifyAs(name);
  expect(kinds(differences)).toEqual(expected);
});

describe("one mistake is one kind of difference, with how to fix it", () => {
  const change = (pattern: RegExp, how: (sent: Sent) => Partial<Sent>) => (sent: Sent, url: string) =>
    pattern.test(url) ? { ...sent, ...how(sent) } : sent;
  const header = (name: string, value: string | undefined) => (sent: Sent) => {
    const { [name]: _, ...headers } = sent.headers;
    return { headers: value === undefined ? headers : { ...headers, [name]: value } };
  };
  const cases: [string, LiveCheck, (sent: Sent, url: string) => Sent][] = [
    ["a page that is missing", "status", change(/^\/contact\/$/, () => ({ status: 404 }))],
    ["a page that may not be read", "status", change(/^\/contact\/$/, () => ({ status: 403 }))],
    ["an old page", "content", change(/^\/contact\/$/, () => ({ body: Buffer.from("<h1>old</h1>") }))],
    ["a damaged picture", "content", change(/\.avif$/, ({ body }) => ({ body: body.subarray(1) }))],
    ["a font of no type", "type", change(/\.woff2$/, header("content-type", "application/octet-stream"))],
    ["a page without charset", "type", change(/^\/contact\/$/, header("content-type", "text/html"))],
    ["pages that are kept for a day", "caching", change(/\/$/, header("cache-control", "max-age=86400"))],
    ["assets that are kept for an hour", "caching", change(/^\/assets\//, header("cache-control", "max-age=3600"))],
    ["a missing page that is kept", "caching", change(/unknown/, header("cache-control", "max-age=14400"))],
    ["text that is not compressed", "compression", change(/^\/$/, header("x-unpacked", "1"))],
    ["a missing policy", "headers", change(/^\/contact\/$/, header("content-security-policy", undefined))],
    ["another policy", "headers", change(/^\/$/, header("x-frame-options", "SAMEORIGIN"))],
    ["an old address that leads nowhere", "redirect", change(/^\/old/, () => ({ status: 404, headers: {} }))],
    ["an old address that leads elsewhere", "redirect", change(/^\/old/, header("location", "/terms/"))],
    ["a redirect for a while", "redirect", change(/^\/old/, () => ({ status: 302 }))],
    ["an address that should be gone", "redirect", change(/^\/offer/, () => ({ status: 200 }))],
    ["unknown addresses that are found", "not-found", change(/unknown/, () => ({ status: 200 }))],
    ["unknown addresses with other words", "not-found", change(/unknown/, () => ({ body: Buffer.from("nothing") }))],
    [
      "folders that lead elsewhere",
      "status",
      change(/^\/contact$/, () => ({ status: 302, headers: { location: "/" } })),
    ],
  ];
  test.each(cases)("%s: %s", async (_, check, spoil) => {
    const { differences } = await verifyAs("nginx", spoil);
    expect(kinds(differences)).toEqual([check]);
    for (const { fix, expected, found, address } of differences) {
      expect(fix).not.toBe("");
      expect([expected, found, address]).not.toContain("");
    }
  });

  test("pages that name another address: one reason, not one for each hash", async () => {
    const live = await buildFor("http://127.0.0.2:9");
    const { differences } = await verifyAs("nginx", undefined, { live, expected: built });
    expect(kinds(differences)).toEqual(["address"]);
    expect(differences[0]).toMatchObject({
      found: "http://127.0.0.2:9",
      fix: expect.stringContaining("--site-url"),
    });
  });

  test("a relay that allows another site", async () => {
    allowed = "https://other.example.com";
    try {
      const { differences } = await verifyAs("nginx");
      expect(kinds(differences)).toEqual(["relay"]);
      expect(differences[0]?.fix).toContain("RELAY_ALLOWED_ORIGINS");
    } finally {
      allowed = "*";
    }
  });
});

test.each(["www.example.com", "ftp://example.com", "https://example.com/?a=b", "https://me:secret@example.com"])(
  "%s is not the address of a site",
  async (url) => {
    await expect(verify({ root: site.root, url })).rejects.toMatchObject({ code: "USAGE" });
  },
);
