// An uploaded file → a picture below content/images as a build expects it: whole, upright, of moderate size, with a plain name of its kind.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { loadSharp } from "../../assets/images/encoder.ts";
import { pixelFindings } from "../../assets/images/inspection-cache.ts";
import { MAX_IMAGE_BYTES } from "../../assets/images/read-header.ts";
import { latinName } from "../../content/latin-name.ts";
import { writeWhole } from "../../emit/write-whole.ts";
import { Refusal } from "../../serve/request-guard.ts";

/** A side of a picture that nothing shows larger. */
const MAX_SIDE = 4000;

/** Gives its name below content/images, and what writes it there and returns how it is taken away again. Rejects with Refusal. */
export async function preparePicture(imagesDir: string, fileName: string, bytes: Uint8Array) {
  const shown = basename(fileName);
  const refuse = (why: string) => new Refusal(422, `The picture "${shown}" ${why}`);
  if (bytes.length > MAX_IMAGE_BYTES)
    throw refuse("has more than 40 MiB. Save it smaller: 2000 pixels across is plenty.");
  const { header, finding } = await pixelFindings(bytes, shown);
  if (finding || !header)
    throw refuse(`${finding?.message ?? "cannot be read."} Hint: ${finding?.hint ?? "export it again"}.`);
  const isDrawing = header.type === "svg" || header.type === "ico";
  const upright = isDrawing ? bytes : await uprightPicture(bytes);
  const name = latinName(shown.slice(0, shown.length - extname(shown).length)) || "picture";
  const src = freeName(imagesDir, name, header.type, upright);
  return {
    src,
    write(): () => void {
      const path = join(imagesDir, src);
      if (existsSync(path)) return () => {};
      writeWhole(path, upright);
      return () => rmSync(path, { force: true });
    },
  };
}

/** As it is where it is upright and small enough. */
async function uprightPicture(bytes: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const { orientation = 1, width, height } = await sharp(bytes).metadata();
  if (orientation === 1 && Math.max(width, height) <= MAX_SIDE) return bytes;
  const limits = { width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true } as const;
  return sharp(bytes).autoOrient().resize(limits).keepIccProfile().toBuffer();
}

/** Another picture is never written over: other pages may show it. */
function freeName(imagesDir: string, name: string, type: string, bytes: Uint8Array): string {
  for (let count = 1; ; count++) {
    const src = `${name}${count === 1 ? "" : `-${count}`}.${type}`;
    const path = join(imagesDir, src);
    if (!existsSync(path) || readFileSync(path).equals(bytes)) return src;
  }
}
