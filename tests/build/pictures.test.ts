// From a picture that someone drops into the folder to the files that visitors get.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, inject, test } from "vitest";
import { type BuildOptions, build, check } from "../../cli/index.ts";
import { attribute, type HtmlElement, one, parseHtml, select, text } from "../support/site/html.ts";
import { colourAt, photo, tellingJpeg } from "../support/site/pictures.ts";
import { type SiteFiles, type TestSite, withSite } from "../support/site/with-site.ts";

const page = (pictures: readonly string[], more = "") => `title: About us
description: Who we are and how we came to plan the evenings of other people for a living.
sections:
  - type: page-hero
    heading: About us
${more}${pictures.map((src) => `  - type: banner\n    image: { src: "${src}", alt: "A room, ${src}, lit" }\n`).join("")}`;

const aboutPage = (pictures: readonly string[], more?: string): SiteFiles => ({
  "content/pages/about.yaml": page(pictures, more),
});

interface Built {
  readonly html: string;
  readonly files: ReadonlyMap<string, Buffer>;
  /** How many files the encoder made. */
  readonly made: number;
}

let smallSite: Promise<string> | undefined;

/** A cache with the pictures of the small site as it is, encoded once. */
function picturesOfSmallSite(): Promise<string> {
  smallSite ??= (async () => {
    const imageCacheDir = mkdtempSync(join(inject("sharedFolder"), "pictures-"));
    await withSite({}, ({ root }) => build({ root, write: false, imageCacheDir }));
    return imageCacheDir;
  })();
  return smallSite;
}

const seedCache = async (root: string) =>
  cpSync(await picturesOfSmallSite(), join(root, ".eventsite/images"), { recursive: true });

/** With a cache of its own below the site: at first it holds the small site's pictures, and none that a test adds. */
async function buildIn({ root }: Pick<TestSite, "root">, options: BuildOptions = {}): Promise<Built> {
  let made = 0;
  if (!existsSync(join(root, ".eventsite"))) await seedCache(root);
  const { files } = await build({
    root,
    write: false,
    imageCacheDir: ".eventsite/images",
    onProgress: ({ part, total }) => {
      if (part === "pictures") made = total;
    },
    ...options,
  });
  const contents = new Map(files.map(({ path, content }) => [path, Buffer.from(content ?? "")]));
  return { html: contents.get("about/index.html")?.toString() ?? "", files: contents, made };
}

const filesOf = ({ files }: Built, stem: string): [string, Buffer][] =>
  [...files].filter(([path]) => path.startsWith(`assets/images/${stem}-`));

const firstPicture = ({ html }: Built): HtmlElement => {
  const [first] = select(parseHtml(html), "picture");
  if (!first) throw new Error("The page has no picture.");
  return first;
};

const problemsOf = async (root: string, imageCacheDir = ".eventsite/images") =>
  (await check({ root, imageCacheDir })).diagnostics.map(({ code, severity, file, line }) => [
    code,
    severity,
    file,
    line,
  ]);

describe("a picture from a camera", () => {
  test("comes out upright, and nothing of what the camera wrote into it is published", async () => {
    const secret = "Kilroy-was-here-4711";
    // Smaller than every width: no file of it needs to be scaled.
    const small = await tellingJpeg(photo(90, 60, { x: 10, y: 50 }), secret, 6);
    expect(small.includes(secret)).toBe(true);
    expect((await sharp(small).metadata()).orientation).toBe(6);
    const upright =
      '    framing: full-bleed\n    image: { src: "IMG 01.JPG", alt: "A room", focus: { x: 50, y: 10 } }\n';
    await withSite({ ...aboutPage([], upright), "content/images/IMG 01.JPG": small }, async (site) => {
      const built = await buildIn(site);
      const files = filesOf(built, "img-01");
      expect(files.map(([path]) => path.split(".").at(-1))).toEqual(expect.arrayContaining(["avif", "jpg"]));
      for (const [path, bytes] of files) {
        const { exif, xmp, iptc, icc, orientation, width = 0, height = 0 } = await sharp(bytes).metadata();
        expect({ path, exif, xmp, iptc, icc, orientation }).toEqual({ path });
        expect(width).toBeLessThanOrEqual(60);
        expect(height).toBeLessThanOrEqual(90);
      }
      for (const [path, bytes] of built.files)
        for (const sourceMap of [secret, "Exif\0", "8BIM", "xmpmeta", "ns.adobe.com"])
          expect(bytes.includes(sourceMap), `${sourceMap} in ${path}`).toBe(false);
      // The spot was left; turned by a quarter it is at the top, where the crop is.
      const fallback = files.find(([path]) => path.endsWith(".jpg"))?.[1] ?? Buffer.alloc(0);
      const reds = await Promise.all([10, 20, 30, 40, 50].map(async (y) => (await colourAt(fallback, 50, y))[0] ?? 0));
      expect(Math.max(...reds)).toBeGreaterThan(200);
    });
  });

  test("keeps its colours, whatever space they were written in", async () => {
    const red = () => sharp({ create: { width: 60, height: 60, channels: 3, background: "#e01020" } });
    await withSite(
      {
        ...aboutPage(["wide.jpg", "print.jpg", "deep.png", "grey.jpg", "Café/Été.WEBP"]),
        "content/images/wide.jpg": await red().withIccProfile("p3").jpeg({ quality: 100 }).toBuffer(),
        "content/images/print.jpg": await red().toColourspace("cmyk").jpeg().toBuffer(),
        "content/images/deep.png": await red().toColourspace("rgb16").png().toBuffer(),
        "content/images/grey.jpg": await red().toColourspace("b-w").jpeg().toBuffer(),
        "content/images/Café/Été.WEBP": await red().webp({ lossless: true }).toBuffer(),
      },
      async (site) => {
        const built = await buildIn(site);
        for (const stem of ["wide", "deep", "cafe-ete"]) {
          const jpeg = filesOf(built, stem).find(([path]) => path.endsWith(".jpg"))?.[1] ?? Buffer.alloc(0);
          const colour = await colourAt(jpeg, 50, 50);
          for (const [index, part] of [224, 16, 32].entries())
            expect(Math.abs((colour[index] ?? 0) - part), `${stem} ${colour}`).toBeLessThan(12);
        }
        const [r = 0, g = 0, b = 0] = await colourAt(filesOf(built, "grey")[0]?.[1] ?? Buffer.alloc(0), 50, 50);
        expect(Math.max(Math.abs(r - g), Math.abs(g - b))).toBeLessThan(6);
        const [more = 0, less = 0] = await colourAt(filesOf(built, "print")[0]?.[1] ?? Buffer.alloc(0), 50, 50);
        expect(more - less).toBeGreaterThan(80);
        const problems = (await problemsOf(site.root)).filter(
          ([code]) => code !== "CONTENT_IMAGE_TOO_SMALL" && code !== "ROUTE_UNLINKED",
        );
        expect(problems).toEqual([
          ["CONTENT_IMAGE_CONVERTED", "warning", "content/pages/about.yaml", 9],
          ["CONTENT_IMAGE_CONVERTED", "warning", "content/pages/about.yaml", 11],
        ]);
      },
    );
  });

  test("that is transparent stays so, with a PNG for browsers without AVIF and no colour behind it", async () => {
    const glass = await sharp({
      create: { width: 60, height: 60, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.3 } },
    })
      .png()
      .toBuffer();
    await withSite({ ...aboutPage(["glass.png"]), "content/images/glass.png": glass }, async (site) => {
      const built = await buildIn(site);
      const files = filesOf(built, "glass");
      expect(new Set(files.map(([path]) => path.split(".").at(-1)))).toEqual(new Set(["avif", "png"]));
      for (const [, bytes] of files) expect((await sharp(bytes).stats()).isOpaque).toBe(false);
      const image = select(parseHtml(built.html), "img").find((each) => attribute(each, "src")?.includes("glass"));
      expect(image && attribute(image, "class")).toBeUndefined();
    });
  });
});

describe("a page", () => {
  const hero = '    framing: full-bleed\n    image: { src: "hall.jpg", alt: "A hall", focus: { x: 90, y: 50 } }\n';
  const withHall = async (): Promise<SiteFiles> => ({
    ...aboutPage(["hall.jpg", "icon.svg"], hero),
    "content/images/hall.jpg": await photo(1000, 500, { x: 90, y: 50 }).jpeg().toBuffer(),
    "content/images/icon.svg":
      '<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="40" height="20" inkscape:version="1.3 (/home/kilroy)"><!-- kilroy --><metadata>kilroy</metadata><rect width="40" height="20" fill="#123"/></svg>',
  });

  test("has the dominant colour behind each picture in a rule of its own style", async () => {
    await withSite(await withHall(), async (site) => {
      const { html } = await buildIn(site);
      const tree = parseHtml(html);
      const [colour] = /(?<=class="ground-)[0-9a-f]{6}/.exec(html) ?? [];
      const parts = (colour?.match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
      for (const [index, part] of [20, 40, 90].entries()) expect(Math.abs((parts[index] ?? 0) - part)).toBeLessThan(16);
      expect(text(one(tree, "style"))).toContain(`.ground-${colour}{background-color:#${colour}}`);
    });
  });

  test("shows the focal point in every crop", async () => {
    await withSite(await withHall(), async (site) => {
      const built = await buildIn(site);
      const [phone] = select(firstPicture(built), "source");
      const [address = ""] = (phone && attribute(phone, "srcset")?.split(" ")) ?? [];
      const bytes = built.files.get(address.slice(1)) ?? Buffer.alloc(0);
      const { width = 0, height = 0 } = await sharp(bytes).metadata();
      const x = ((0.9 * 1000 - (1000 - 500 * (width / height))) / (500 * (width / height))) * 100;
      const [red = 0] = await colourAt(bytes, x, 50);
      expect(red).toBeGreaterThan(200);
    });
  });

  test("gets an SVG picture as it is drawn, without what its editor left in it", async () => {
    await withSite(await withHall(), async (site) => {
      const [[path, bytes] = ["", Buffer.alloc(0)], ...more] = filesOf(await buildIn(site), "icon");
      expect(more).toEqual([]);
      expect(path).toMatch(/^assets\/images\/icon-[0-9a-f]{8}\.svg$/);
      expect(bytes.toString()).toBe(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#123"/></svg>\n',
      );
    });
  });
});

describe("finished pictures", () => {
  const hall = async () => ({
    ...aboutPage(["hall.jpg"]),
    "content/images/hall.jpg": await photo(700, 400).jpeg().toBuffer(),
  });

  test("are kept: only what changed is made again, with the same bytes", async () => {
    await withSite(await hall(), async (site) => {
      const first = await buildIn(site);
      expect(first.made).toBeGreaterThan(2);
      expect((await buildIn(site)).made).toBe(0);
      const focused = page([]).concat(
        "  - type: banner\n    image: { src: hall.jpg, alt: A hall, focus: { x: 0, y: 50 } }\n",
      );
      site.write({ "content/pages/about.yaml": focused });
      const moved = await buildIn(site);
      expect(moved.made).toBeGreaterThan(0);
      expect(moved.made).toBeLessThan(filesOf(first, "hall").length);
      site.write({ "content/images/hall.jpg": await photo(700, 400, { x: 10, y: 10 }).jpeg().toBuffer() });
      expect((await buildIn(site)).made).toBe(filesOf(moved, "hall").length);
    });
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["zeros of the same length", (bytes) => Buffer.alloc(bytes.length)],
    ["one other bit", (bytes) => Buffer.from(bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1))],
    ["nothing", () => Buffer.alloc(0)],
    ["all but the last bytes", (bytes) => bytes.subarray(0, -5)],
  ])(
    "cards, icons and findings among them, are made again where the cache holds %s for each, with its times",
    async (_, spoil) => {
      await withSite(await hall(), async (site) => {
        const first = await buildIn(site);
        const dir = join(site.root, ".eventsite/images");
        for (const name of readdirSync(dir).filter((each) => !each.startsWith("files-"))) {
          const path = join(dir, name);
          const { atime, mtime } = statSync(path);
          writeFileSync(path, spoil(readFileSync(path)));
          utimesSync(path, atime, mtime);
        }
        expect([...(await buildIn(site)).files]).toEqual([...first.files]);
        // And what was made then is kept.
        expect((await buildIn(site)).made).toBe(0);
      });
    },
  );

  test("are made for the places that pages have, and for no others", async () => {
    await withSite({ "content/images/spare.jpg": await photo(300, 200).jpeg().toBuffer() }, async (site) => {
      const built = await buildIn(site);
      expect(filesOf(built, "spare")).toEqual([]);
      const asked = [...built.files]
        .filter(([path]) => path.endsWith(".html"))
        .map(([, html]) => html.toString())
        .join();
      const made = [...built.files.keys()].filter((path) => path.startsWith("assets/images/"));
      expect(made.filter((path) => !asked.includes(path))).toEqual([]);
    });
  });
});

test("the pages of a site in which a picture changed are those of a site built from nothing", async () => {
  await withSite({ "content/images/room.png": await photo(640, 400).png().toBuffer() }, async (site) => {
    const { root } = site;
    await seedCache(root);
    await build({ root, imageCacheDir: ".eventsite/images" });
    site.write({ "content/images/room.png": await photo(640, 400, { x: 20, y: 20 }).png().toBuffer() });
    const { unchanged, files } = await build({ root, imageCacheDir: ".eventsite/images" });
    expect(unchanged).toBe(false);
    const again = await buildIn(site, { cache: false });
    expect(files.map(({ path }) => path)).toEqual([...again.files.keys()]);
    for (const [path, bytes] of again.files)
      expect(readFileSync(join(root, "dist", path)).equals(bytes), path).toBe(true);
  });
});
