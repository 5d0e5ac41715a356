// What the making of pictures is measured against: sharp in a loop that makes the same files with the same settings, as many at a time as
// there are cores. No plan, no checks, no cache.
//   node picture-loop.mjs <list of pictures> <compiled loop support> <out>
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import sharp from "sharp";

const [list, support, out] = process.argv.slice(2);
const { ENCODERS } = createRequire(import.meta.url)(support);
const files = JSON.parse(readFileSync(list, "utf8")).filter(({ format }) => format !== "svg" && format !== "ico");
mkdirSync(out, { recursive: true });
sharp.concurrency(1);
sharp.cache(false);

const kinds = { avif: "avif", webp: "webp", jpg: "jpeg", png: "png" };
let next = 0;
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    while (next < files.length) {
      const { src, window, width, height, format, output } = files[next++];
      await sharp(join("content/images", src))
        .autoOrient()
        .extract(window)
        .resize(width, height, { fit: "fill" })
        [kinds[format]](ENCODERS[format])
        .toFile(join(out, basename(output)));
    }
  }),
);
