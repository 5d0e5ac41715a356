// The bytes of a PNG or AVIF picture → whether code numbers in it, not a profile, name other colours than those of sRGB. Browsers follow
// these numbers, and the decoder ignores them.

/** `hasProfile`: whether it has a colour profile, which the decoder follows. */
export function hasOtherColours(bytes: Uint8Array, hasProfile: boolean): boolean {
  const picture = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (picture.toString("latin1", 0, 8) === PNG) return isOtherPng(pngChunks(picture));
  return !hasProfile && picture.toString("latin1", 4, 8) === "ftyp" && isOtherAvif(picture);
}

const PNG = "\x89PNG\r\n\x1a\n";

/** The chunks before the pixels, by name. */
function pngChunks(picture: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at + 12 <= picture.length; at += 12 + picture.readUInt32BE(at)) {
    const name = picture.toString("latin1", at + 4, at + 8);
    if (name === "IDAT") break;
    chunks.set(name, picture.subarray(at + 8, at + 8 + picture.readUInt32BE(at)));
  }
  return chunks;
}

/** In the order in which browsers follow the chunks: https://www.w3.org/TR/png-3/#color-chunk-precendence */
function isOtherPng(chunks: ReadonlyMap<string, Buffer>): boolean {
  const code = chunks.get("cICP");
  const gamma = chunks.get("gAMA");
  if (code && code.length >= 2) return !isSrgb(code[0], code[1], [UNSPECIFIED, SRGB_CURVE]);
  if (chunks.has("iCCP") || chunks.has("sRGB")) return false;
  if (!gamma || gamma.length < 4) return false;
  // With primaries, browsers use the exact exponent. Without, they take a near one for the curve of sRGB.
  return chunks.has("cHRM") || Math.abs(gamma.readUInt32BE() - SRGB_GAMMA) > NEAR_GAMMA;
}

/** 1 / 2.2, in the unit of the chunk. */
const SRGB_GAMMA = 45_455;
const NEAR_GAMMA = 2_000;

// Code points of ITU-T H.273.
const UNSPECIFIED = 2;
const SRGB_CURVE = 13;
/** Browsers show the curves of television (1, 6, 14, 15) in an AVIF as the curve of sRGB. */
const AVIF_CURVES = [1, UNSPECIFIED, 6, SRGB_CURVE, 14, 15];

const isSrgb = (primaries: number | undefined, curve: number | undefined, curves: readonly number[]): boolean =>
  [1, UNSPECIFIED].includes(primaries ?? 0) && curves.includes(curve ?? 0);

/** The boxes with facts about the picture are at its start. */
const AVIF_HEAD = 65_536;

function isOtherAvif(picture: Buffer): boolean {
  const at = picture.subarray(0, AVIF_HEAD).indexOf("colrnclx");
  if (at < 0 || at + 12 > picture.length) return false;
  return !isSrgb(picture.readUInt16BE(at + 8), picture.readUInt16BE(at + 10), AVIF_CURVES);
}
