// `eventsite serve`: the site as a static host would give it.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leftovers, locks, mustBuild, type Running, run, start, treeOf } from "../support/process/command.ts";
import { openSite, withSite } from "../support/site/with-site.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends the path as it is written: fetch() would settle "..", "%2e" and backslashes itself. */
function ask(url: string, path: string, method = "GET", headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on("error", reject).end();
  });
}

/** Starts the command, and ends it as Ctrl-C does. */
async function withServer(
  root: string,
  use: (url: string, server: Running) => Promise<void>,
  ...flags: string[]
): Promise<void> {
  const server = start(["serve", "--port", "0", ...flags], { cwd: root });
  try {
    const [, url = ""] = await server.said(/pages at (http:\/\/\S+) /);
    await use(url, server);
  } finally {
    server.kill("SIGINT");
    await server.finished;
  }
}

/** What serve writes and serves, unless an option says otherwise. */
const served = ".eventsite/serve";

describe("a served site", () => {
  const { root, close, write, edit } = openSite({
    ".eventsite/secret.txt": "not published",
    ".eventsite/serve-old/index.html": "old",
  });
  let url = "";
  let server: Running;
  beforeAll(async () => {
    await mustBuild(root, "--out", served);
    write({
      [`${served}/a b.txt`]: "a name with a space",
      [`${served}/é.txt`]: "a name with an accent",
      [`${served}/data.unknown`]: "what is it",
    });
    mkdirSync(join(root, served, "no-index"));
    symlinkSync("loop", join(root, served, "loop"));
    server = start(["serve", "--port", "0"], { cwd: root });
    [, url = ""] = await server.said(/pages at (http:\/\/\S+) /);
  });
  afterAll(async () => {
    server.kill("SIGINT");
    await server.finished;
    close();
  });
  const file = (path: string) => readFileSync(join(root, served, path));

  test.each([
    ["/", "index.html", "text/html; charset=utf-8"],
    ["/contact/", "contact/index.html", "text/html; charset=utf-8"],
    ["/contact/index.html", "contact/index.html", "text/html; charset=utf-8"],
    ["/contact/?a=b", "contact/index.html", "text/html; charset=utf-8"],
    ["/404.html", "404.html", "text/html; charset=utf-8"],
    ["/site.webmanifest", "site.webmanifest", "application/manifest+json; charset=utf-8"],
    ["/icon.svg", "icon.svg", "image/svg+xml"],
    ["/icon-192.png", "icon-192.png", "image/png"],
    ["/a%20b.txt", "a b.txt", "text/plain; charset=utf-8"],
    ["/%C3%A9.txt", "é.txt", "text/plain; charset=utf-8"],
    ["/data.unknown", "data.unknown", "application/octet-stream"],
  ])("%s is %s", async (path, name, type) => {
    const answer = await ask(url, path);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(file(name))).toBe(true);
    expect(answer.headers).toMatchObject({
      "content-type": type,
      "content-length": String(file(name).length),
      "x-content-type-options": "nosniff",
    });
  });

  test("text goes out compressed to those who take it, pictures as they are", async () => {
    const accepts = { "accept-encoding": "gzip, br" };
    const page = await ask(url, "/contact/", "GET", accepts);
    expect(page.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
    expect(gunzipSync(page.body).equals(file("contact/index.html"))).toBe(true);
    const picture = await ask(url, "/icon-192.png", "GET", accepts);
    expect(picture.headers["content-encoding"]).toBeUndefined();
    expect(picture.body.equals(file("icon-192.png"))).toBe(true);
  });

  test.each([
    ["/contact", "/contact/"],
    ["/contact?", "/contact/?"],
    ["/contact?from=ad&x=%20", "/contact/?from=ad&x=%20"],
    ["/services/gala-dinners", "/services/gala-dinners/"],
    ["//contact", "/contact/"],
  ])("%s leads to %s", async (path, location) => {
    const answer = await ask(url, path);
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe(location);
  });

  test.each([
    "/nowhere",
    "/nowhere/",
    "/contact/nowhere",
    "/index.html/",
    "/index.html/x",
    "/favicon.ico/x/y",
    "/no-index",
    "/no-index/",
    "/loop",
    "/loop/x",
    "/%zz",
    "/%",
    "/%00",
    "/contact/%00/",
    "/index.html%00.png",
    "/../secret.txt",
    "/../../../../../../../../etc/passwd",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/..%2fsecret.txt",
    "/contact/%2e%2e/%2e%2e/secret.txt",
    "/contact/..%2f..%2fsecret.txt",
    "/%252e%252e/secret.txt",
    "/..\\secret.txt",
    "/..%5csecret.txt",
    "/%5c..%5csecret.txt",
    "//etc/passwd",
    "/%2fetc/passwd",
    // A folder beside the site whose name begins alike.
    "/../serve-old/index.html",
    "/%2e%2e/serve-old/",
    "//example.com",
    "/\\example.com",
    // Too long for the disk: as a name, and as a path.
    `/${"x".repeat(300)}`,
    `/${"x/".repeat(3000)}`,
  ])("%s is not found: the site's own page says so, with status 404", async (path) => {
    const answer = await ask(url, path);
    expect(answer.status).toBe(404);
    expect(answer.body.equals(file("404.html"))).toBe(true);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-length": String(file("404.html").length),
    });
  });

  test.each([
    ["/contact/", 200, "contact/index.html"],
    ["/nowhere", 404, "404.html"],
  ])("HEAD %s gives the headers of GET and no body", async (path, status, name) => {
    const [head, get] = [await ask(url, path, "HEAD"), await ask(url, path)];
    expect(head.status).toBe(status);
    expect(head.body.length).toBe(0);
    expect(head.headers["content-length"]).toBe(String(file(name).length));
    expect({ ...head.headers, date: "" }).toEqual({ ...get.headers, date: "" });
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])("%s is not allowed", async (method) => {
    const answer = await ask(url, "/contact/", method);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("GET, HEAD");
  });

  test("a site that is built again while it is served is served as it then is", async () => {
    edit("content/pages/contact.yaml", "Plan your event", "Plan your party");
    await mustBuild(root, "--out", served);
    expect((await ask(url, "/contact/")).body.toString()).toContain("Plan your party");
  });
});

describe("serve", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("ends cleanly at %s, with an open connection too", (signal) =>
    withSite({}, async ({ root }) => {
      await withServer(root, async (url, server) => {
        const { port } = new URL(url);
        const open = request({ hostname: "localhost", port, path: "/", headers: { connection: "keep-alive" } });
        const answered = new Promise((done) => open.on("response", (response) => response.resume().on("end", done)));
        open.on("error", () => {}).end();
        await answered;
        server.kill(signal);
        expect(await server.finished).toMatchObject({ code: 130, signal: null, stderr: "" });
      });
      expect([...leftovers(root), ...locks(root)]).toEqual([]);
    }),
  );

  test("an address that this machine has not is reported", () =>
    withSite({}, async ({ root }) => {
      const end = await run(["serve", "--port", "0", "--host", "203.0.113.7"], { cwd: root });
      expect(end).toMatchObject({ code: 1, stdout: "" });
      const hint =
        "  hint: leave --host out, or give an address of this machine: 127.0.0.1 for itself, 0.0.0.0 for others too\n";
      expect(end.stderr).toContain(`SERVE_FAILED\n  This machine has no address 203.0.113.7.\n${hint}`);
      const unknown = await run(["serve", "--port", "0", "--host", "no.such.host.invalid"], { cwd: root });
      expect(unknown).toMatchObject({ code: 1, stdout: "" });
      expect(unknown.stderr).toContain(
        `SERVE_FAILED\n  No address is known for the name "no.such.host.invalid".\n${hint}`,
      );
    }));

  test("answers only this machine unless an option says otherwise", () =>
    withSite({}, async ({ root }) => {
      await withServer(root, async (url) => {
        const { port } = new URL(url);
        expect((await ask(`http://127.0.0.1:${port}`, "/")).status).toBe(200);
      });
      await withServer(root, async (url) => expect((await ask(url, "/")).status).toBe(200), "--host", "0.0.0.0");
    }));

  test.each([[[]], [["--as", "netlify"]]])(
    "answers to its own names alone, and to those that are allowed: serve %s",
    (how) =>
      withSite({}, async ({ root }) => {
        const use = async (url: string) => {
          const status = async (host: string, path = "/") => (await ask(url, path, "GET", { host })).status;
          expect(await status("studio.example.com:8443", "/contact/")).toBe(200);
          expect(await status("localhost", "/contact/")).toBe(200);
          const refused = await ask(url, "/contact/", "GET", { host: "rebound.example" });
          expect(refused.status).toBe(403);
          expect(refused.body.toString()).toContain("--allow-host rebound.example");
        };
        await withServer(root, use, "--allow-host", "Studio.example.com", ...how);
      }),
  );

  test("serves the folder of its option, through a link as well", () =>
    withSite({}, async ({ root }) => {
      mkdirSync(join(root, "real"));
      symlinkSync("real", join(root, "public"));
      await withServer(root, async (url) => expect((await ask(url, "/contact/")).status).toBe(200), "--out", "public");
      expect(existsSync(join(root, "real/index.html"))).toBe(true);
      expect(existsSync(join(root, "dist"))).toBe(false);
    }));

  test("brings back a site that a killed build left between its two renames", () =>
    withSite({}, async ({ root }) => {
      await mustBuild(root);
      const site = treeOf(join(root, "dist"));
      renameSync(join(root, "dist"), join(root, ".dist.eventsite-old-4242"));
      await withServer(root, async (url) => expect((await ask(url, "/contact/")).status).toBe(200), "--out", "dist");
      expect(treeOf(join(root, "dist"))).toEqual(site);
      expect(leftovers(root)).toEqual([]);
    }));

  test("a site without a page for unknown addresses still answers 404", () =>
    withSite({}, async ({ root }) => {
      await withServer(root, async (url) => {
        rmSync(join(root, served, "404.html"));
        const answer = await ask(url, "/nowhere");
        expect(answer.status).toBe(404);
        expect(answer.body.toString()).toBe("Not found\n");
      });
    }));
});
