// One drawing → the icons that browsers and phones request: an SVG, PNG files and an .ico file, under fixed names.
import type { IconFile } from "../../../templates/kit/index.ts";
import type { PlannedFile } from "../../emit/output-file.ts";
import { contentHash } from "../../files/content-hash.ts";
import { loadSharp } from "../images/encoder.ts";
import { type InspectedPicture, pictureOf } from "../images/inspect-pictures.ts";
import { type CacheOptions, cachedFile, cleanSvg } from "../images/plan-picture-files.ts";
import { SVG_RULES_VERSION } from "../images/svg-allowed.ts";

/** Increase it with every change to how icons are drawn. */
const VERSION = 1;

export const planIcons = (
  icons: readonly IconFile[],
  pictures: ReadonlyMap<string, InspectedPicture>,
  options: CacheOptions,
): PlannedFile[] =>
  icons.map(({ path, ...icon }) => {
    const picture = pictureOf(pictures, icon.src);
    const key = contentHash(JSON.stringify([VERSION, SVG_RULES_VERSION, picture.facts.identity, icon]));
    return cachedFile({ path: path.slice(1), key }, icon.format, () => drawIcon(icon, picture), options);
  });

async function drawIcon(icon: Omit<IconFile, "path">, picture: InspectedPicture): Promise<Uint8Array> {
  const drawing = Buffer.from(await cleanSvg(picture)).toString();
  // No style sheet applies to an icon: its variables become colours.
  const svg = Buffer.from(drawing.replace(/var\(--([\w-]+)\)/g, (token, name) => icon.colours?.[name] ?? token));
  if (icon.format === "svg") return svg;
  const images = await Promise.all(icon.sizes.map((size) => drawPng(svg, picture, size, icon)));
  return icon.format === "ico" ? packIco(icon.sizes, images) : (images[0] as Uint8Array);
}

/** Draws the icon at its size instead of scaling another: edges stay sharp. */
async function drawPng(
  svg: Uint8Array,
  { facts }: InspectedPicture,
  size: number,
  { inset = 0, ground }: Pick<IconFile, "inset" | "ground">,
): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const inner = Math.round(size * (1 - 2 * inset));
  const density = Math.min(2400, Math.max(1, (72 * inner) / Math.max(facts.width, facts.height)));
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 };
  const before = Math.floor((size - inner) / 2);
  const after = size - inner - before;
  const image = sharp(svg, { density })
    .resize(inner, inner, { fit: "contain", background })
    .extend({ top: before, left: before, bottom: after, right: after, background });
  return (ground === undefined ? image : image.flatten({ background: ground })).png({ compressionLevel: 9 }).toBuffer();
}

const HEADER = 6;
const ENTRY = 16;

/** An .ico file of PNG images: a header, an entry of 16 bytes for each image, and then the images. 256 is written as 0. */
function packIco(sizes: readonly number[], images: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(HEADER + ENTRY * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, image] of images.entries()) {
    const at = HEADER + ENTRY * index;
    head.writeUInt8((sizes[index] ?? 0) % 256, at);
    head.writeUInt8((sizes[index] ?? 0) % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(image.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([head, ...images]);
}
