// What a newcomer's trial found untold: each of these once gave a broken site, or half an answer.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build, check } from "../../cli/index.ts";
import { photo } from "../support/site/pictures.ts";
import { withSite } from "../support/site/with-site.ts";

test("a variant asked for by an option has no place in site.yaml, and an empty name is the plain page", () =>
  withSite({}, async ({ root, write, read }) => {
    const site = read("content/site.yaml");
    write({ "content/site.yaml": site.replace(/^variants: .*$/m, "variants: { gala-dinners: short }") });
    const [problem] = (await check({ root, variants: { "gala-dinners": "long" } })).diagnostics;
    expect(problem).toMatchObject({ code: "CONTENT_UNKNOWN_VARIANT", message: expect.stringContaining("--variant") });
    expect(problem?.line).toBeUndefined();
    const { files } = await build({ root, write: false, variants: { "gala-dinners": "" } });
    const page = files.find(({ path }) => path === "services/gala-dinners/index.html");
    expect(Buffer.from(page?.content ?? "").toString()).not.toContain("in short");
  }));

test("pictures and downloads that are not ours stay when the record of the last build is lost", () =>
  withSite({}, async ({ root, write }) => {
    await build({ root });
    write({
      "dist/downloads/menu.pdf": "theirs",
      "dist/assets/logo-partner1.svg": "theirs",
      "dist/assets/images/old-0123abcd.webp": "ours",
    });
    rmSync(join(root, ".eventsite"), { recursive: true });
    await build({ root });
    expect(existsSync(join(root, "dist/downloads/menu.pdf"))).toBe(true);
    expect(existsSync(join(root, "dist/assets/logo-partner1.svg"))).toBe(true);
    expect(existsSync(join(root, "dist/assets/images/old-0123abcd.webp"))).toBe(false);
  }));

test("two names of one picture are published once", () =>
  withSite({}, async ({ root, write, read }) => {
    write({ "content/images/salon.png": readFileSync(join(root, "content/images/room.png")) });
    const venue = read("content/venues/harbour-hotel.yaml");
    write({
      "content/venues/second.yaml": venue.replace("room.png", "salon.png").replace(/^name: .*/m, "name: Salon"),
    });
    for (const round of [1, 2]) {
      const { files } = await build({ root, cache: round === 1 });
      const paths = files.map(({ path }) => path);
      expect(paths).toEqual([...new Set(paths)]);
    }
  }));

test("a page is written whole, however long it is, with the values of its tokens, behind its policy", () =>
  withSite({}, async ({ root, write, read }) => {
    const terms = read("content/legal/terms.md");
    write({ "content/legal/terms.md": `${terms}\n${"Long – ".repeat(60_000)}\n\nLast words.\n` });
    const { files } = await build({ root, write: false });
    const page = Buffer.from(files.find(({ path }) => path.startsWith("terms"))?.content ?? "").toString();
    expect(page.slice(0, 200)).toMatch(
      /<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="d/,
    );
    expect(page).toMatch(/They belong to Evenhall Events Inc\./);
    expect(page.slice(page.indexOf("Last words.")).slice(-8)).toBe("</html>\n");
  }));

test("a picture that is too small is reported once, with the pixels that it needs and all places that name it", () =>
  withSite({}, async ({ root, write, read }) => {
    const [service, terms] = ["content/services/gala-dinners.yaml", "content/legal/terms.md"];
    write({
      "content/images/tiny.png": await photo(60, 40).png().toBuffer(),
      [service]: read(service).replace(/(?<=^ {6}src: ).*/m, "tiny.png"),
      [terms]: `${read(terms)}\n![A room](tiny.png)\n`,
    });
    const { diagnostics } = await check({ root });
    expect(diagnostics.flatMap(({ code, message }) => (code === "CONTENT_IMAGE_TOO_SMALL" ? message : []))).toEqual([
      `The picture "tiny.png" has 60 by 40 pixels, and a page shows it at least 640 by 640: it will be blurred. It is also named in ${service}.`,
    ]);
  }));
