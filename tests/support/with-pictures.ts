// Pictures for tests, made when they are needed: small ones of every kind that people drop into a folder.
import sharp from "sharp";

/** A picture with a bright spot, so that a crop shows where it was taken from. */
export async function photo(width: number, height: number, spot: { x: number; y: number } = { x: 50, y: 50 }) {
  const data = new Uint8Array(width * height * 3);
  const [left, top] = [(spot.x / 100) * width, (spot.y / 100) * height];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const isSpot = Math.hypot(x - left, y - top) < Math.min(width, height) / 10;
      data[at] = isSpot ? 250 : 20;
      data[at + 1] = isSpot ? 240 : 40;
      data[at + 2] = isSpot ? 200 : 90;
    }
  return sharp(data, { raw: { width, height, channels: 3 } });
}
