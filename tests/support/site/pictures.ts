// Pictures for tests, made when they are needed: what people drop into a folder, small.
import sharp, { type Sharp } from "sharp";

/** Dark blue with a bright spot at a point in percent, so that a crop shows where it was taken from. */
export function photo(width: number, height: number, sourcePosition = { x: 50, y: 50 }): Sharp {
  const data = new Uint8Array(width * height * 3);
  const [left, top] = [(sourcePosition.x / 100) * width, (sourcePosition.y / 100) * height];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isSourcePosition = Math.hypot(x - left, y - top) < Math.min(width, height) / 8;
      data.set(isSourcePosition ? [250, 240, 200] : [20, 40, 90], (y * width + x) * 3);
    }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** A JPEG as a telling camera writes it: place, words and maker in EXIF, XMP and IPTC; lying on its side where `orientation` says so. */
export async function tellingJpeg(picture: Sharp, secret: string, orientation = 1): Promise<Buffer> {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${secret}"/></rdf:RDF></x:xmpmeta>`;
  const bytes = await picture
    .withExif({
      IFD0: { Make: secret },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "43/1 39/1 12/1", GPSLongitudeRef: "W", GPSLongitude: "79/1 23/1 0/1" },
    })
    .withMetadata({ orientation })
    .withXmp(xmp)
    .jpeg()
    .toBuffer();
  const words = Buffer.concat([
    Buffer.from("Photoshop 3.0\x008BIM\u0004\u0004\0\0\0\0", "latin1"),
    Buffer.from([0, secret.length + 5, 0x1c, 2, 120, 0, secret.length]),
    Buffer.from(secret),
  ]);
  const head = Buffer.from([0xff, 0xed, 0, words.length + 2]);
  return Buffer.concat([bytes.subarray(0, 2), head, words, bytes.subarray(2)]);
}

/** Red, green and blue at a point, in percent. */
export async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor((y / 100) * info.height) * info.width + Math.floor((x / 100) * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
}
