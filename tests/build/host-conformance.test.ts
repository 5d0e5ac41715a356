// One suite of requests for every host: against its emulation always, and against the real server where it is installed.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuildResult, build, type HostName, hostConfig, hostNames } from "../../cli/index.ts";
import { createHostAnswers } from "../../cli/publish/hosts/host-answers.ts";
import { programOf, validate, withRealHost } from "../support/hosts/real-hosts.ts";
import { listen } from "../support/process/listen.ts";
import { openSite, small } from "../support/site/with-site.ts";

const MOVED = `moved:
  - { from: /old, to: /contact }
  - { from: /part, to: "/contact#form" }
  - { from: /page.html, to: / }
  - { from: "/$10", to: https://shop.example.com/a?b=c }
gone: [/offer]
`;

const site = openSite({ "content/site.yaml": small("site.yaml") + MOVED });
const dist = join(site.root, "dist");
let built: BuildResult;
beforeAll(async () => {
  built = await build({ root: site.root });
});
afterAll(() => site.close());

interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly type: string | null;
  readonly cache: string | null;
  readonly policy: string | null;
  readonly body: string;
}

async function ask(origin: string, path: string, method = "GET"): Promise<Answer> {
  const response = await fetch(origin + path, { redirect: "manual", method });
  const { status, headers } = response;
  return {
    status,
    location: headers.get("location")?.replace(origin, "") ?? null,
    type: headers.get("content-type"),
    cache: headers.get("cache-control"),
    policy: headers.get("content-security-policy"),
    body: await response.text(),
  };
}

async function withEmulation<Result>(name: HostName, use: (origin: string) => Promise<Result>): Promise<Result> {
  const server = await listen(createServer(createHostAnswers(name, dist, built)));
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}

const page = (file: string) => readFileSync(join(dist, file), "utf8");
/** Short forms: the status, and where it leads or the file that it shows. */
const short = ({ status, location, body }: Answer): string => {
  if (location !== null) return `${status} ${location}`;
  const shown = ["index.html", "contact/index.html", "404.html", "old/index.html", "page.html", "_headers"].find(
    (file) => built.files.some(({ path }) => path === file) && page(file) === body,
  );
  return `${status} ${shown ?? "own words"}`;
};

/** What the documents of each host say, request by request. */
const expected: Readonly<Record<string, Readonly<Record<HostName, string>>>> = {
  "/": all("200 index.html", { "s3-rest": "403 own words", r2: "404 own words" }),
  "/contact/": all("200 contact/index.html"),
  "/contact": all("301 /contact/", {
    "s3-website": "302 /contact/",
    "s3-rest": "200 contact/index.html",
    r2: "200 contact/index.html",
    azure: "200 contact/index.html",
    "cloudflare-pages": "308 /contact/",
    caddy: "308 /contact/",
  }),
  "/contact?a=b": all("301 /contact/?a=b", {
    "s3-website": "302 /contact/",
    gcs: "301 /contact/",
    "s3-rest": "200 contact/index.html",
    r2: "200 contact/index.html",
    azure: "200 contact/index.html",
    "cloudflare-pages": "308 /contact/?a=b",
    caddy: "308 /contact/?a=b",
  }),
  "/contact/index.html": all("200 contact/index.html", { "cloudflare-pages": "308 /contact/" }),
  "/404.html": all("200 404.html", { "cloudflare-pages": "308 /404" }),
  "/nowhere": all("404 404.html", { "s3-rest": "403 own words", r2: "404 own words" }),
  "/nowhere/deep/": all("404 404.html", { "s3-rest": "403 own words", r2: "404 own words" }),
  "/assets/missing.js": all("404 404.html", { "s3-rest": "403 own words", r2: "404 own words" }),
  "/CONTACT/": all("404 404.html", { "s3-rest": "403 own words", r2: "404 own words" }),
  "/old/": all("200 old/index.html", redirecting("301 /contact/")),
  "/old": all("301 /old/", {
    ...redirecting("301 /contact/"),
    "s3-rest": "200 old/index.html",
    r2: "200 old/index.html",
    azure: "200 old/index.html",
  }),
  "/old/?a=b": all("200 old/index.html", { ...redirecting("301 /contact/?a=b"), "s3-website": "301 /contact/" }),
  "/part/?a=b": all("200 own words", redirecting("301 /contact/#form")),
  "/page.html": all("200 page.html", redirecting("301 /")),
  "/$10/": all("200 own words", redirecting("301 https://shop.example.com/a?b=c")),
  "/offer/": all("404 404.html", {
    netlify: "410 404.html",
    nginx: "410 404.html",
    caddy: "410 404.html",
    "s3-rest": "403 own words",
    r2: "404 own words",
  }),
  "/_headers": all("200 _headers", {
    netlify: "404 404.html",
    "cloudflare-pages": "404 404.html",
    nginx: "404 404.html",
    caddy: "404 404.html",
  }),
};

function all(usual: string, others: Partial<Record<HostName, string>> = {}): Record<HostName, string> {
  return Object.fromEntries(hostNames.map((name) => [name, others[name] ?? usual])) as Record<HostName, string>;
}

function redirecting(answer: string): Partial<Record<HostName, string>> {
  return Object.fromEntries(
    (["s3-website", "netlify", "cloudflare-pages", "nginx", "caddy"] as const).map((name) => [name, answer]),
  );
}

/** Runs the whole suite against an origin; gives the answers in full. */
async function runSuite(name: HostName, origin: string): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  for (const path of Object.keys(expected)) answers[path] = await ask(origin, path);
  expect(Object.fromEntries(Object.entries(answers).map(([path, answer]) => [path, short(answer)]))).toEqual(
    Object.fromEntries(Object.entries(expected).map(([path, byHost]) => [path, byHost[name]])),
  );
  const asset = (ending: string) =>
    built.files.map(({ path }) => path).find((path) => path.startsWith("assets/") && path.endsWith(ending)) ?? "";
  for (const path of [asset(".avif"), asset(".woff2"), asset(".js"), "site.webmanifest", "robots.txt", "icon.svg"])
    answers[path] = await ask(origin, `/${path}`);
  answers["POST /contact/"] = await ask(origin, "/contact/", "POST");
  expect(answers["POST /contact/"]?.status).toBe(405);
  return answers;
}

test.each(hostNames)("%s answers as its documents say", (name) =>
  withEmulation(name, async (origin) => {
    const answers = await runSuite(name, origin);
    expect(answers["/contact/"]?.type).toBe("text/html; charset=utf-8");
    const [asset = ""] = Object.keys(answers).filter((path) => path.endsWith(".woff2"));
    expect(answers[asset]).toMatchObject({
      type: "font/woff2",
      cache: name === "github-pages" ? "max-age=600" : "public, max-age=31536000, immutable",
    });
    const sendsHeaders = ["netlify", "cloudflare-pages", "nginx", "caddy"].includes(name);
    expect(answers["/contact/"]?.policy?.includes("frame-ancestors 'none'") ?? false).toBe(sendsHeaders);
  }),
);

/** Those that this machine has: the emulation is tested by its documents everywhere. */
const real = (["nginx", "caddy"] as const).flatMap((name) => {
  const program = programOf(name);
  return program === undefined ? [] : [{ name, program }];
});

describe.each(real)("a real $name with the printed configuration", ({ name, program }) => {
  const configOf = () => hostConfig({ root: site.root, host: name, siteRoot: dist });

  test("finds it valid", async () => {
    const said = validate(name, program, await configOf(), join(site.root, `check-${name}`));
    expect(said).not.toMatch(/warn/i);
  });

  test("answers as its emulation does, headers included", async () => {
    const config = await configOf();
    const answers = await withRealHost(name, program, config, join(site.root, name), (origin) =>
      runSuite(name, origin),
    );
    const emulated = await withEmulation(name, (origin) => runSuite(name, origin));
    const headers = ({ type, cache, policy }: Answer) => ({ type, cache, policy });
    const compared = (found: Record<string, Answer>) =>
      Object.fromEntries(
        Object.entries(found)
          .filter(([, { status }]) => status === 200 || status === 404 || status === 410)
          .map(([path, answer]) => [path, headers(answer)]),
      );
    expect(compared(answers)).toEqual(compared(emulated));
  });
});
