// The icons of a built site, all of one drawing.
import sharp from "sharp";
import { expect, test } from "vitest";
import { build } from "../../cli/index.ts";
import { type BuiltSite, buildSite } from "../support/site/built-site.ts";
import { withSite } from "../support/site/with-site.ts";

const pixel = async (png: Uint8Array, x: number, y: number) => [
  ...(await sharp(png).ensureAlpha().extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
];

/** A disc on nothing, wider than high. */
const DISC =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><circle cx="20" cy="10" r="10" fill="#ff0000"/></svg>';

const withDrawing = (svg: string, use: (site: BuiltSite) => Promise<void>) =>
  withSite({ "content/images/icons/icon.svg": svg }, async ({ root }) => use(await buildSite({ root })));

test("one drawing becomes an .ico file of three sizes, and PNG files of the sizes that phones ask for", async () => {
  await withDrawing(DISC, async (site) => {
    const ico = Buffer.from(site.bytes("favicon.ico"));
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 3]);
    for (const [index, size] of [16, 32, 48].entries()) {
      const entry = ico.subarray(6 + 16 * index);
      const image = ico.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8));
      expect(await sharp(image).metadata()).toMatchObject({ format: "png", width: size, height: size });
    }
    for (const [path, size] of [
      ["apple-touch-icon.png", 180],
      ["icon-192.png", 192],
      ["icon-512.png", 512],
      ["icon-maskable-512.png", 512],
    ] as const)
      expect(await sharp(site.bytes(path)).metadata(), path).toMatchObject({
        format: "png",
        width: size,
        height: size,
      });
  });
});

test("icons are drawn in design tokens; those that phones cut out are on the site's ground, with room at every edge where they are cut to a shape", async () => {
  await withDrawing(DISC.replace("#ff0000", "var(--candle)"), async (site) => {
    const ground = [11, 17, 27, 255];
    expect(await pixel(site.bytes("icon-512.png"), 0, 0)).toEqual([0, 0, 0, 0]);
    expect(await pixel(site.bytes("apple-touch-icon.png"), 0, 0)).toEqual(ground);
    expect(await pixel(site.bytes("icon-512.png"), 250, 250)).toEqual([255, 201, 120, 255]);
    const maskable = site.bytes("icon-maskable-512.png");
    expect(await pixel(maskable, 40, 256)).toEqual(ground);
    expect(await pixel(maskable, 256, 256)).toEqual([255, 201, 120, 255]);
  });
});

test("a picture of pixels is refused, and says why", async () => {
  await withSite({}, async ({ root, write }) => {
    const { readFileSync } = await import("node:fs");
    const text = readFileSync(`${root}/content/site.yaml`, "utf8");
    write({ "content/site.yaml": text.replace("icon: icons/icon.svg", "icon: room.png") });
    await expect(build({ root, write: false })).rejects.toMatchObject({
      diagnostics: [{ code: "CONTENT_INVALID_VALUE", message: expect.stringContaining("SVG") }],
    });
  });
});
