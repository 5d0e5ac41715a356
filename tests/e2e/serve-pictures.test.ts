// `eventsite serve --watch` where no picture was encoded yet: pages are there at once, and each picture when somebody asks for it.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { appears, mustBuild, type Running, servedAt, start, treeOf } from "../support/process/command.ts";
import { colourAt, photo } from "../support/site/pictures.ts";
import { type SiteFiles, withSite } from "../support/site/with-site.ts";

/** So large that its files take seconds to make. */
const hall = () => photo(2400, 1600, { x: 30, y: 40 }).jpeg({ quality: 90 }).toBuffer();

const aboutHall = (picture: Uint8Array): SiteFiles => ({
  "content/images/hall.jpg": picture,
  "content/pages/about.yaml": `title: About us
description: Who we are and how we came to plan the evenings of other people for a living.
sections:
  - type: page-hero
    heading: About us
  - type: banner
    image: { src: hall.jpg, alt: A hall }
`,
});

interface Served {
  readonly root: string;
  readonly url: string;
  readonly server: Running;
}

/** Serves the small site with a cache of pictures of its own, which is empty at first. */
async function served(files: SiteFiles, use: (site: Served) => Promise<void>, ...flags: string[]): Promise<void> {
  await withSite(files, async ({ root }) => {
    const server = start(["serve", "--watch", "--port", "0", ...flags], { cwd: root, env: ownCache });
    try {
      const url = await servedAt(server);
      await use({ root, url, server });
    } finally {
      server.kill("SIGINT");
      await server.finished;
    }
  });
}

const ownCache = { EVENTSITE_IMAGE_CACHE: ".eventsite/images" };
const cacheOf = (root: string) => join(root, ".eventsite/images");
const encoded = (root: string) =>
  (existsSync(cacheOf(root)) ? readdirSync(cacheOf(root)) : []).filter((name) => /\.(?:avif|jpg|png)$/.test(name));

/** Addresses of the hall's files on a page. */
const hallFiles = (html: string) => [...new Set(html.match(/\/assets\/images\/hall-\d+-[0-9a-f]{8}\.(?:avif|jpg)/g))];

/** Resolves with what open pages are sent, up to the pattern. */
async function toldToPages(url: string, pattern: RegExp): Promise<string> {
  const answer = await fetch(`${url}/@eventsite/events?url=%2Fabout%2F&page=`);
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (pattern.test(text)) break;
  }
  return text;
}

describe("serve --watch without a picture in the cache", () => {
  test("answers pages before their pictures are encoded, and a requested picture as a build makes it", async () =>
    served(aboutHall(await hall()), async ({ root, url }) => {
      const html = await (await fetch(`${url}/about/`)).text();
      const files = hallFiles(html);
      expect(files.length).toBeGreaterThan(5);
      expect(encoded(root).length).toBeLessThan(files.length);
      const wanted = ["avif", "jpg"].map((ending) => files.find((path) => path.endsWith(ending)) ?? "");
      const answers = await Promise.all(wanted.map((path) => fetch(url + path)));
      expect(answers.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual([
        [200, "image/avif"],
        [200, "image/jpeg"],
      ]);
      const bytes = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
      const widths = await Promise.all(bytes.map(async (each) => (await sharp(each).metadata()).width));
      expect(widths).toEqual(wanted.map((path) => Number(/hall-(\d+)-/.exec(path)?.[1])));
      await withSite(aboutHall(await hall()), async (other) => {
        const again = start(["build"], { cwd: other.root, env: ownCache });
        expect((await again.finished).code).toBe(0);
        for (const [index, path] of wanted.entries())
          expect(readFileSync(join(other.root, "dist", path)).equals(bytes[index] ?? Buffer.of()), path).toBe(true);
      });
    }));

  test("makes the rest while nobody asks, and then writes the folder that it is given as a build does", async () => {
    const small = await photo(120, 80).jpeg().toBuffer();
    await served(
      aboutHall(small),
      async ({ root, server }) => {
        if (!existsSync(join(root, "dist"))) await appears(root, /^dist$/, server);
        await withSite(aboutHall(small), async (other) => {
          await mustBuild(other.root);
          expect(treeOf(join(root, "dist"))).toEqual(treeOf(join(other.root, "dist")));
        });
      },
      "--out",
      "dist",
    );
  });

  test("ends at once while pictures are encoded, and leaves no half file", async () =>
    served(
      aboutHall(await hall()),
      async ({ root, url, server }) => {
        const files = hallFiles(await (await fetch(`${url}/about/`)).text());
        if (encoded(root).length === 0) await appears(cacheOf(root), /\.(?:avif|jpg)$/, server);
        server.kill("SIGINT");
        expect(await server.finished).toMatchObject({ code: 130, signal: null });
        expect(encoded(root).length).toBeLessThan(files.length);
        for (const name of encoded(root)) {
          const [, hash] = name.split(".");
          const bytes = readFileSync(join(cacheOf(root), name));
          expect(createHash("sha1").update(bytes).digest("hex").slice(0, 16), name).toBe(hash);
        }
        expect(readdirSync(cacheOf(root)).filter((name) => name.endsWith("-part"))).toEqual([]);
        expect(existsSync(join(root, "dist"))).toBe(false);
      },
      "--out",
      "dist",
    ));

  test("reports a damaged picture at its line as soon as it is known, answers for it, and shows it once it is whole", async () => {
    const whole = await hall();
    await served(aboutHall(whole.subarray(0, whole.length / 2)), async ({ root, url, server }) => {
      const place = "content/pages/about.yaml:7";
      expect(await toldToPages(url, /CONTENT_IMAGE_UNREADABLE/)).toContain("is damaged or cut short");
      const [path = ""] = hallFiles(await (await fetch(`${url}/about/`)).text());
      const answer = await fetch(url + path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([500, "text/plain; charset=utf-8"]);
      expect(await answer.text()).toMatch(
        /^CONTENT_IMAGE_UNREADABLE\n {2}The picture "hall\.jpg" is damaged or cut short/,
      );
      expect(server.errors()).toContain(place);
      expect(server.errors().split("is damaged or cut short").length - 1).toBe(1);
      writeFileSync(join(root, "content/images/hall.jpg"), whole);
      await server.said(/All is well again\./);
      const [repaired = ""] = hallFiles(await (await fetch(`${url}/about/`)).text());
      const bytes = Buffer.from(await (await fetch(url + repaired)).arrayBuffer());
      expect((await colourAt(bytes, 30, 40))[0]).toBeGreaterThan(200);
    });
  });
});
