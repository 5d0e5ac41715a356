// Files of content/files on their way: into a build, a watched site, a bucket, a host's configuration, and what changes for visitors.
import { appendFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, check, deploy, diff, hostConfig, serve, verify } from "../../cli/index.ts";
import { type S3Server, startS3Server } from "../support/hosts/s3-server.ts";
import { exampleDir, small, withSite } from "../support/site/with-site.ts";

const GUIDE = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
const FILES = {
  "content/files/downloads/guide.pdf": GUIDE,
  "content/files/.well-known/security.txt": "Contact: mailto:hello@example.com\n",
  "content/files/google123.html": "google-site-verification: google123.html",
  "content/files/press/index.html": "<title>Press</title><p>Press",
  "content/files/.DS_Store": "left",
  "content/pages/home.yaml": small("pages/home.yaml").replace(
    "href: /services/gala-dinners",
    "href: /downloads/guide.pdf",
  ),
  "content/pages/contact.yaml": `${small("pages/contact.yaml")}  - type: prose\n    heading: More\n    body: "[Press](/press) and [the guide](/downloads/guide.pdf)"\n`,
};

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server("shop");
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: "test-key", AWS_SECRET_ACCESS_KEY: "test-secret" });
});
afterAll(() => server.close());

/** HTML of one's own is no page, neither in a folder nor at a target. */
async function expectSamePages(root: string) {
  const { change, warnings } = await diff({ root });
  expect([change.before.pages, change.after.pages, change.unchanged]).toEqual([6, 6, 6]);
  expect(warnings.filter(({ code }) => code === "ROUTE_VANISHED")).toEqual([]);
}

test("are built as they are, linked to, and left alone by the next build", () =>
  withSite(FILES, async ({ root, edit, write }) => {
    const { files, warnings } = await build({ root });
    expect(warnings.map(({ code }) => code).filter((code) => code !== "CONTENT_PLACEHOLDER")).toEqual([]);
    expect(readFileSync(join(root, "dist/downloads/guide.pdf")).equals(GUIDE)).toBe(true);
    const paths = files.map(({ path }) => path);
    for (const path of [".well-known/security.txt", "google123.html", "press/index.html"])
      expect(paths).toContain(path);
    expect(paths.filter((path) => path.includes("DS_Store"))).toEqual([]);
    const home = readFileSync(join(root, "dist/index.html"), "utf8");
    expect(home).toContain('href="/downloads/guide.pdf"');
    expect(readFileSync(join(root, "dist/contact/index.html"), "utf8")).toContain('href="/press/"');
    expect(readFileSync(join(root, "dist/sitemap.xml"), "utf8")).not.toContain("press");

    await expectSamePages(root);
    const published = () => statSync(join(root, "dist/downloads/guide.pdf")).mtimeMs;
    const before = published();
    edit("content/pages/home.yaml", "What we do", "What we plan");
    await build({ root });
    expect(published()).toBe(before);
    write({ "content/files/downloads/guide.pdf": "new" });
    await build({ root });
    expect(readFileSync(join(root, "dist/downloads/guide.pdf"), "utf8")).toBe("new");
    write({ "content/files/downloads/guide.pdf": null });
    const { diagnostics } = await check({ root });
    expect(diagnostics.map(({ code, file }) => `${file} ${code}`)).toEqual([
      "content/pages/contact.yaml CONTENT_UNKNOWN_ROUTE",
      "content/pages/home.yaml CONTENT_UNKNOWN_ROUTE",
    ]);
  }));

test("are served while they are watched: a new one appears, a changed one is served at once", () =>
  withSite(FILES, async ({ root, write }) => {
    const site = await serve({ root, port: 0, watch: true });
    try {
      const get = async (path: string) => {
        const answer = await fetch(new URL(path, site.url), { redirect: "manual" });
        return [answer.status, answer.headers.get("content-type"), await answer.text()];
      };
      expect(await get("/.well-known/security.txt")).toEqual([
        200,
        "text/plain; charset=utf-8",
        "Contact: mailto:hello@example.com\n",
      ]);
      expect((await get("/downloads/guide.pdf")).slice(0, 2)).toEqual([200, "application/pdf"]);
      expect((await get("/press/"))[2]).toContain("<p>Press");
      expect((await get("/downloads/new.csv"))[0]).toBe(404);
      write({ "content/files/downloads/new.csv": "a,b\n", "content/files/downloads/guide.pdf": "another" });
      expect(await get("/downloads/new.csv")).toEqual([200, "text/csv; charset=utf-8", "a,b\n"]);
      expect((await get("/downloads/guide.pdf"))[2]).toBe("another");
      write({ "content/files/downloads/new.csv": null });
      // A page is shown when the site is up to date.
      await get("/");
      expect((await get("/downloads/new.csv"))[0]).toBe(404);
    } finally {
      await site.close();
    }
  }));

test("go into a bucket with their types, and only those that changed; a rollback brings back what was there", () =>
  withSite(FILES, async ({ root, write }) => {
    server.objects.clear();
    appendFileSync(
      join(root, "content/site.yaml"),
      `\npublish:\n  live: { to: "s3://shop", endpoint: "${server.url}" }\n`,
    );
    await deploy({ root });
    const headersOf = (key: string) => {
      const { "content-type": type, "cache-control": cache } = server.objects.get(key)?.headers ?? {};
      return [type, cache];
    };
    const REVALIDATE = "public, max-age=0, must-revalidate";
    expect(headersOf("downloads/guide.pdf")).toEqual(["application/pdf", REVALIDATE]);
    expect(headersOf(".well-known/security.txt")).toEqual(["text/plain; charset=utf-8", REVALIDATE]);
    expect(server.objects.get("downloads/guide.pdf")?.bytes.equals(GUIDE)).toBe(true);

    await expectSamePages(root);
    write({
      "content/files/downloads/guide.pdf": "new",
      "content/files/.well-known/security.txt": null,
      "content/files/google123.html": null,
      "content/files/press/index.html": "<title>Press</title><p>Press, changed",
    });
    const { change, warnings } = await diff({ root });
    expect(change).toMatchObject({ pages: [], unchanged: 6 });
    expect(warnings.filter(({ code }) => code === "ROUTE_VANISHED")).toEqual([]);
    expect(change.files).toEqual([
      { kind: "gone", path: ".well-known/security.txt", before: 34, after: undefined },
      { kind: "changed", path: "downloads/guide.pdf", before: 70_000, after: 3 },
      { kind: "gone", path: "google123.html", before: 40, after: undefined },
      { kind: "changed", path: "press/index.html", before: 28, after: 37 },
    ]);
    expect(await deploy({ root })).toMatchObject({ uploaded: 2, deleted: 2 });
    expect(String(server.objects.get("downloads/guide.pdf")?.bytes)).toBe("new");
    await deploy({ root, rollback: true });
    expect(server.objects.get("downloads/guide.pdf")?.bytes.equals(GUIDE)).toBe(true);
  }));

test("are what a live site is asked for, and what the configurations of hosts have types for", () =>
  withSite(FILES, async ({ root }) => {
    await build({ root });
    const site = await serve({ root, port: 0 });
    try {
      const { differences } = await verify({ root, url: site.url });
      const own = differences.filter(({ address }) => /guide|well-known|google|press/.test(address));
      expect(own.filter(({ check }) => !["headers", "caching"].includes(check))).toEqual([]);
    } finally {
      await site.close();
    }
    for (const host of ["nginx", "caddy"] as const)
      expect(await hostConfig({ root, host })).toContain("application/vnd.ms-excel");
  }));

test("keep their place in a preview, but for a robots.txt, which is closed there", () =>
  withSite(
    { "content/files/robots.txt": "User-agent: *\n", "content/files/google123.html": "x" },
    async ({ root, edit }) => {
      // The templates make none of their own.
      edit("templates/index.ts", "/robots.txt", "/notes.txt");
      const textsOf = async (preview: boolean) => {
        const { files } = await build({ root, preview, write: false });
        const named = files.filter(({ path }) => ["robots.txt", "google123.html"].includes(path));
        return Object.fromEntries(named.map(({ path, content = [] }) => [path, Buffer.from(content).toString()]));
      };
      expect(await textsOf(false)).toEqual({ "google123.html": "x", "robots.txt": "User-agent: *\n" });
      expect(await textsOf(true)).toEqual({ "google123.html": "x", "robots.txt": "User-agent: *\nDisallow: /\n" });
    },
    exampleDir,
  ));
