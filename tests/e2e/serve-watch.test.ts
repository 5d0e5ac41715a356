// `eventsite serve --watch` when things go wrong around it: it never ends by itself, says what is the matter, and goes on when it is fixed.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { leftovers, locks, mustBuild, type Running, servedAt, start, treeOf } from "../support/process/command.ts";
import { withSite } from "../support/site/with-site.ts";

interface Watched {
  readonly root: string;
  readonly url: string;
  readonly server: Running;
  page(path: string): Promise<string>;
  /** Of the contact page. */
  retitle(title: string): void;
  /** Resolves once standard error holds it. */
  complains(pattern: RegExp): Promise<void>;
  /** Ends it as Ctrl-C does. */
  end(): Promise<{ code: number | null; stderr: string }>;
}

async function watched(use: (site: Watched) => Promise<void>, ...flags: string[]): Promise<void> {
  await withSite({}, async ({ root, edit }) => {
    const server = start(["serve", "--watch", "--port", "0", ...flags], { cwd: root });
    try {
      const url = await servedAt(server);
      await use({
        root,
        url,
        server,
        retitle: (title) => edit("content/pages/contact.yaml", /^title: .*$/m, `title: ${title}`),
        page: async (path) => (await fetch(url + path)).text(),
        async complains(pattern) {
          while (!pattern.test(server.errors())) {
            if (server.child.exitCode !== null) throw new Error(`ended: ${server.errors()}`);
            await sleep(20);
          }
        },
        end: () => {
          server.kill("SIGINT");
          return server.finished;
        },
      });
    } finally {
      server.kill("SIGINT");
      await server.finished;
    }
  });
}

const contact = (root: string) => join(root, "content/pages/contact.yaml");

/** What a build makes of the same content elsewhere. */
const coldTree = (root: string) =>
  withSite({ content: null }, async (other) => {
    cpSync(join(root, "content"), join(other.root, "content"), { recursive: true });
    await mustBuild(other.root);
    return treeOf(join(other.root, "dist"));
  });

/** With a folder that follows. */
const written = ["--out", "dist"];

describe("serve --watch", () => {
  test("leaves the site that a build makes of the last version, after a storm of saves", () =>
    watched(
      async ({ root, server, retitle, page, end }) => {
        await server.said(/pages at/);
        while (!existsSync(join(root, "dist"))) await sleep(20);
        for (let save = 0; save < 60; save++) {
          retitle(`Version ${save} of the contact page`);
          if (save % 7 === 0) await sleep(15);
        }
        expect(await page("/contact/")).toContain("Version 59 of the contact page");
        const venue = readFileSync(join(root, "content/venues/harbour-hotel.yaml"), "utf8");
        writeFileSync(
          join(root, "content/venues/second-hotel.yaml"),
          venue.replace(/^name: .*/m, "name: Second hotel"),
        );
        await page("/no-such-page/");
        expect(await end()).toMatchObject({ code: 130, stderr: "" });
        expect(treeOf(join(root, "dist"))).toEqual(await coldTree(root));
        expect([...leftovers(root), ...locks(root)]).toEqual([]);
      },
      ...written,
    ));

  test("writes nothing but what it keeps for itself", () =>
    watched(async ({ root, retitle, page, end }) => {
      retitle("In memory alone");
      expect(await page("/contact/")).toContain("In memory alone");
      await end();
      expect(readdirSync(root).filter((name) => name !== ".eventsite")).toEqual(["content"]);
    }));

  test("goes on without its content folder, says so, and takes it up again", () =>
    watched(async ({ root, retitle, page, complains }) => {
      const before = await page("/contact/");
      renameSync(join(root, "content"), join(root, "away"));
      await complains(/SOURCE_NO_CONTENT\n {2}There is no content folder at \/.*\/content\./);
      expect(await page("/contact/")).toBe(before);
      renameSync(join(root, "away"), join(root, "content"));
      retitle("Back again");
      expect(await page("/contact/")).toContain("Back again");
    }));

  test("reports a file that cannot be read, keeps the last good page, and recovers", () =>
    watched(async ({ root, retitle, page, complains, server }) => {
      const text = readFileSync(contact(root));
      rmSync(contact(root));
      symlinkSync("contact.yaml", contact(root));
      await complains(/content\/pages\/contact\.yaml {2}SOURCE_UNREADABLE/);
      expect(await page("/contact/")).toContain("<h1");
      rmSync(contact(root));
      writeFileSync(contact(root), text);
      retitle("Readable again");
      expect(await page("/contact/")).toContain("Readable again");
      await server.said(/All is well again\./);
    }));

  test("tells when the output cannot be written, serves all the same, and writes when it can", () =>
    watched(
      async ({ root, retitle, page, complains, server }) => {
        await server.said(/pages at/);
        while (!existsSync(join(root, "dist"))) await sleep(20);
        rmSync(join(root, "dist"), { recursive: true });
        writeFileSync(join(root, "dist"), "in the way");
        retitle("Only in memory");
        expect(await page("/contact/")).toContain("Only in memory");
        await complains(/EMIT_FOREIGN_FOLDER/);
        rmSync(join(root, "dist"));
        await server.said(/All is well again\./);
        expect(readFileSync(join(root, "dist/contact/index.html"), "utf8")).toContain("Only in memory");
      },
      ...written,
    ));

  test("begins with a site that has problems, reports them, and serves it once they are fixed", () =>
    withSite({ "content/pages/contact.yaml": "titel: x\n" }, async ({ root, write }) => {
      const server = start(["serve", "--watch", "--port", "0"], { cwd: root });
      try {
        const [, url = ""] = await server.said(/pages at (http:\/\/\S+) /);
        const answer = await fetch(`${url}/contact/`);
        expect(answer.status).toBe(503);
        expect(await answer.text()).toContain("The site could not be built");
        expect(server.errors()).toContain("CONTENT_UNKNOWN_KEY");
        write({ "content/pages/contact.yaml": null });
        cpSync(join(import.meta.dirname, "../fixtures/sites/small/content"), join(root, "content"), {
          recursive: true,
        });
        expect((await fetch(`${url}/contact/`)).status).toBe(200);
      } finally {
        server.kill("SIGINT");
        await server.finished;
      }
    }));

  test("refuses other hosts, origins, sites and ports what only its own pages may ask", () =>
    watched(async ({ url }) => {
      const { hostname, port } = new URL(url);
      const status = (path: string, method: string, headers = {}) =>
        new Promise((resolve, reject) => {
          const sent = request({ hostname, port, path, method, headers }, (answer) => {
            resolve(answer.statusCode);
            answer.destroy();
          });
          sent.on("error", reject).end();
        });
      expect(await status("/@eventsite/client.js", "GET")).toBe(200);
      for (const headers of [
        { host: "evil.example:80" },
        { origin: "https://evil.example" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
      ])
        for (const path of ["/@eventsite/client.js", "/@eventsite/events"])
          expect(await status(path, "GET", headers)).toBe(403);
      // A page whose own name leads here would read what is answered: no path at all.
      for (const path of ["/", "/contact/", "/sitemap.xml", "/nothing/"])
        expect([path, await status(path, "GET", { host: `rebound.example:${port}` })]).toEqual([path, 403]);
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, "site.localhost"])
        expect([host, await status("/", "GET", { host })]).toEqual([host, 200]);
      // Without the session's token, even from here.
      expect(await status("/@eventsite/open", "POST")).toBe(403);
    }));
});
