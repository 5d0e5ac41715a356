// A site below a path of its host: https://user.github.io/preview. Every address that it names begins with the path, and whoever serves it knows.
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuildResult, build, check, explain, hostConfig, serve, verify } from "../../cli/index.ts";
import { filesForTarget } from "../../cli/publish/deploy/files-for-target.ts";
import { createHostAnswers } from "../../cli/publish/hosts/host-answers.ts";
import { verifySite } from "../../cli/verify/verify-site.ts";
import { programOf, validate, withRealHost } from "../support/hosts/real-hosts.ts";
import { listen } from "../support/process/listen.ts";
import { testTarget } from "../support/site/published-site.ts";
import { openSite, small } from "../support/site/with-site.ts";

const MOVED = 'moved:\n  - { from: /old, to: /contact }\n  - { from: /part, to: "/contact#top" }\ngone: [/offer]\n';
const ADDRESS = "https://User.github.io/preview/";
const site = openSite({
  "content/site.yaml": small("site.yaml").replace(/^url: .*$/m, `url: ${ADDRESS}`) + MOVED,
});
const dist = join(site.root, "dist");
let built: BuildResult;
beforeAll(async () => {
  built = await build({ root: site.root, write: false });
  await build({ root: site.root });
});
afterAll(() => site.close());

const textOf = (path: string) => Buffer.from(built.files.find((file) => file.path === path)?.content ?? "").toString();
const pages = () => built.files.map(({ path }) => path).filter((path) => path.endsWith(".html"));

/** Every address of the site that a page names, in attributes, in its style and in what its scripts are given. */
function addressesIn(html: string): string[] {
  const attributes = [...html.matchAll(/\s(?:href|src|action|content)="(?:0; url=)?(\/[^"]*)"/g)].map(
    ([, each = ""]) => each,
  );
  const sets = [...html.matchAll(/\s(?:image)?srcset="([^"]*)"/gi)].flatMap(([, set = ""]) => set.split(/,\s*/));
  const style = [...html.matchAll(/url\(["']?(\/[^)"']*)/g)].map(([, each = ""]) => each);
  const props = [...html.matchAll(/&quot;(\/(?!\/)[\w/.#-]+)&quot;/g)].map(([, each = ""]) => each);
  // What is sent to the relay says which page it is, whatever its host.
  const pageNames = new Set(built.routes.flatMap(({ path }) => [path, path.replace(/\/$/, "")]));
  return [...attributes, ...sets, ...style, ...props.filter((each) => !pageNames.has(each))];
}

test("every page names nothing that is not below it", () => {
  for (const path of pages()) {
    const addresses = addressesIn(textOf(path));
    expect([path, addresses.filter((each) => !each.startsWith("/preview/"))]).toEqual([path, []]);
    expect(textOf(path)).not.toMatch(/github\.io(?!\/preview)/);
  }
  expect(addressesIn(textOf("index.html")).length).toBeGreaterThan(20);
  expect(textOf("contact/index.html")).toContain(
    '<link rel="canonical" href="https://user.github.io/preview/contact/">',
  );
});

test("neither do the files beside the pages", () => {
  const { start_url, icons } = JSON.parse(textOf("site.webmanifest"));
  expect(
    [start_url, ...icons.map(({ src }: { src: string }) => src)].filter((each) => !each.startsWith("/preview/")),
  ).toEqual([]);
  expect([...textOf("sitemap.xml").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, each = ""]) => each)).toContain(
    "https://user.github.io/preview/contact/",
  );
  expect(textOf("robots.txt")).toContain("Sitemap: https://user.github.io/preview/sitemap.xml");
  expect(textOf("_redirects").trim().split("\n")).toEqual([
    "/preview/old/ /preview/contact/ 301!",
    "/preview/old/ /preview/contact/ 301",
    "/preview/old /preview/contact/ 301",
    "/preview/part/ /preview/contact/#top 301!",
    "/preview/part/ /preview/contact/#top 301",
    "/preview/part /preview/contact/#top 301",
    "/preview/offer/ /preview/404.html 410!",
  ]);
  expect(
    [...textOf("_headers").matchAll(/^\S+/gm)].map(([path]) => path).filter((path) => !path.startsWith("/preview/")),
  ).toEqual([]);
  expect(textOf("old/index.html")).toContain("0; url=https://user.github.io/preview/contact/");
  expect(built.basePath).toBe("/preview");
});

test("an address that a template writes without it is reported", () => {
  const page = { path: "/", title: "Home", description: "Home", listed: true };
  const problems = verifySite(
    [{ ...page, links: [{ targets: ["/preview/", "/contact/", "#top"], ids: [] }] }],
    new Set(),
    "/preview",
  );
  expect(problems.map(({ code, target }) => [code, target])).toEqual([["VERIFY_BROKEN_LINK", "/contact/"]]);
});

test("links of the content are written as for any site, or in full", async () => {
  const { warnings } = await build({ root: site.root, write: false, siteUrl: "https://user.github.io/preview" });
  expect(warnings).toEqual(built.warnings);
  expect((await explain("http://localhost:4321/preview/contact/", { root: site.root })).path).toBe("/contact/");
});

const ask = async (url: string) => {
  const { status, headers } = await fetch(url, { redirect: "manual" });
  const location = headers.get("location");
  return `${status}${location === null ? "" : ` ${location.replace(new URL(url).origin, "")}`}`;
};

describe.each([
  ["as a static host would", {}],
  ["while it is watched", { watch: true }],
  ["as GitHub Pages would", { as: "github-pages" }],
  ["as nginx would", { as: "nginx" }],
] as const)("served %s", (_, how) => {
  test("it is below its path, with all that its pages name", async () => {
    const server = await serve({ root: site.root, port: 0, ...how });
    try {
      expect(server.url).toMatch(/^http:\/\/localhost:\d+\/preview\/$/);
      const { origin } = new URL(server.url);
      expect(await ask(server.url)).toBe("200");
      expect(await ask(`${origin}/`)).toBe("301 /preview/");
      expect(await ask(`${origin}/preview`)).toBe("301 /preview/");
      expect(await ask(`${origin}/preview/contact`)).toBe("301 /preview/contact/");
      expect(await ask(`${origin}/contact/`)).toBe("404");
      expect(await ask(`${origin}/previews/`)).toBe("404");
      expect(await ask(`${origin}/preview/nothing/`)).toBe("404");
      const named = pages()
        .flatMap((path) => addressesIn(textOf(path)))
        .map((each) => each.replace(/[#?].*| \d+w$/g, ""));
      for (const address of new Set(named)) expect([address, await ask(origin + address)]).toEqual([address, "200"]);
    } finally {
      await server.close();
    }
  });
});

test("a live site is verified there", async () => {
  let answer: RequestListener = () => {};
  const server = await listen(createServer((...asked) => answer(...asked)));
  try {
    const url = `${server.url}/preview`;
    const options = { root: site.root, siteUrl: url, relayUrl: "", outDir: join(site.root, "live") };
    const live = await build({ ...options, relayUrl: "https://relay.example.com" });
    answer = createHostAnswers("nginx", options.outDir, live);
    const { differences, asked } = await verify({ ...options, url, relayUrl: "https://relay.example.com" });
    expect(differences.filter((each) => each.check !== "relay")).toEqual([]);
    expect(asked).toBeGreaterThan(20);
  } finally {
    await server.close();
  }
});

test("objects that redirect lead to pages below it", () => {
  const target = testTarget({ as: "s3-website" });
  const files = filesForTarget(
    target,
    [],
    [
      { from: "/old/", to: "/contact/" },
      { from: "/out/", to: "https://a.example/" },
    ],
    "/preview",
  );
  expect([...new Set(files.map(({ redirectTo }) => redirectTo))]).toEqual(["/preview/contact/", "https://a.example/"]);
});

test("a host that publishes a site at its root alone is no host for it", async () => {
  const problems = await check({ root: site.root, as: "netlify" }).then(
    ({ diagnostics }) => diagnostics,
    (error) => error.diagnostics,
  );
  expect(problems.filter(({ code }: { code: string }) => code === "HOST_ADDRESS")).toEqual([
    expect.objectContaining({
      file: "content/site.yaml",
      message: expect.stringContaining("not at https://user.github.io/preview"),
    }),
  ]);
  const { diagnostics } = await check({ root: site.root, as: "github-pages" });
  expect(diagnostics.filter(({ code }) => code === "HOST_ADDRESS")).toEqual([]);
});

test("the function for CloudFront asks the bucket without it, and leads on with it", async () => {
  const template = JSON.parse(await hostConfig({ root: site.root, host: "s3-cloudfront" }));
  const code = template.Resources.Addresses.Properties.FunctionCode;
  const run = (uri: string) =>
    JSON.parse(JSON.stringify(runInNewContext(`${code}; handler(${JSON.stringify({ request: { uri } })})`)));
  const leads = (uri: string) => run(uri).headers?.location.value;
  expect(run("/preview/")).toEqual({ uri: "/index.html" });
  expect(run("/preview/contact/")).toEqual({ uri: "/contact/index.html" });
  expect(run("/preview/icon.svg")).toEqual({ uri: "/icon.svg" });
  expect(leads("/preview/contact")).toBe("/preview/contact/");
  expect(leads("/preview/old/")).toBe("/preview/contact/");
  expect([leads("/"), leads("/preview")]).toEqual(["/preview/", "/preview/"]);
  for (const uri of ["/contact/", "/previews/", "/preview/.eventsite/publications.json"])
    expect(run(uri)).toMatchObject({ statusCode: 404 });
  expect(run("/preview/offer/")).toMatchObject({ statusCode: 410 });
});

const program = programOf("nginx");
describe.runIf(program !== undefined)("on a real nginx", () => {
  test("it is below its path, with its headers and its old addresses", async () => {
    const config = await hostConfig({ root: site.root, host: "nginx", siteRoot: dist });
    expect(validate("nginx", program as string, config, join(site.root, "check"))).not.toMatch(/warn|emerg/i);
    await withRealHost("nginx", program as string, config, join(site.root, "nginx"), async (origin) => {
      expect(await ask(`${origin}/preview/`)).toBe("200");
      expect(await ask(`${origin}/preview`)).toBe("301 /preview/");
      expect(await ask(`${origin}/preview/contact?a=b`)).toBe("301 /preview/contact/?a=b");
      expect(await ask(`${origin}/preview/old`)).toBe("301 /preview/contact/");
      expect(await ask(`${origin}/preview/part/`)).toBe("301 /preview/contact/#top");
      for (const path of ["/preview/offer/", "/preview/offer"]) expect(await ask(origin + path)).toBe("410");
      for (const path of ["/", "/contact/", "/preview/nothing", "/preview/_headers", "/preview/.eventsite/x"])
        expect([path, await ask(origin + path)]).toEqual([path, "404"]);
      expect(await (await fetch(`${origin}/preview/nothing/`)).text()).toBe(textOf("404.html"));
      const headersAt = async (path: string) => (await fetch(origin + path)).headers;
      expect((await headersAt("/preview/icon.svg")).get("content-security-policy")).toContain("sandbox");
      const font = built.files.find(({ path }) => path.endsWith(".woff2"))?.path;
      expect((await headersAt(`/preview/${font}`)).get("cache-control")).toContain("immutable");
    });
  });
});
