// Cards that pages ask for → their files: taken from the cache of pictures, or drawn. A card is the picture under a scrim of ink, the title
// in the display face on its lower edge and the name above it: direction.md, sections 1 and 2.
import { availableParallelism } from "node:os";
import type { FontFamily } from "../../../templates/kit/template-set.ts";
import { countProgress, type ReportProgress } from "../../diagnostics/progress.ts";
import { openTypeface, type Typeface } from "../fonts/typeface.ts";
import { type ImageCache, sizeOf } from "../images/image-cache.ts";
import type { InspectedPicture } from "../images/inspect-pictures.ts";
import { createLimit, createRoom } from "../images/limit.ts";
import { loadSharp } from "../images/load-sharp.ts";
import { masterBytes, PIXELS_IN_FLIGHT, type PublishedPicture } from "../images/publish-pictures.ts";
import { CARD_SIZE, type Card } from "./plan-card.ts";
import { setTitle } from "./set-title.ts";

export interface CardJob {
  readonly cards: readonly Card[];
  readonly pictures: ReadonlyMap<string, InspectedPicture>;
  /** The first one is the display face. */
  readonly families: readonly FontFamily[];
  readonly templatesDir: string;
  readonly cache: ImageCache;
  /** false draws every card anew. */
  readonly reuse: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ReportProgress;
}

const INK = "#0b111b";
const CANDLE = "#ffc978";
const MARGIN = 72;
const BRAND_SIZE = 54;
/** Of the size: direction.md, section 3. */
const LINE_HEIGHT = 0.98;
/** Shared links are fetched by machines that give up on large files. */
const MOST_BYTES = 190_000;
const QUALITIES = [82, 70, 55, 40];

export async function drawCards(job: CardJob): Promise<PublishedPicture[]> {
  const { cards, cache, reuse } = job;
  const unique = [...new Map(cards.map((card) => [card.output, card])).values()];
  const missing = unique.filter(({ key }) => !(reuse && cache.find(`${key}.jpg`)));
  const drawn = new Map<string, string>();
  if (missing.length > 0) {
    const typeface = await openCardFace(job, missing);
    const limit = createLimit(availableParallelism());
    const room = createRoom(PIXELS_IN_FLIGHT);
    const report = countProgress("cards", missing, job.onProgress);
    const draw = async (card: Card) => {
      const { width = 0, height = 0 } = job.pictures.get(card.src)?.facts ?? {};
      await room.enter(width * height);
      try {
        job.signal?.throwIfAborted();
        drawn.set(card.key, cache.put(`${card.key}.jpg`, await drawCard(card, job, typeface)));
        report(card);
      } finally {
        room.leave(width * height);
      }
    };
    const results = await Promise.allSettled(missing.map((card) => limit(() => draw(card))));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  }
  return unique.map(({ output, key }) => {
    const path = drawn.get(key) ?? cache.find(`${key}.jpg`) ?? "";
    return { output, key, path, bytes: sizeOf(path) };
  });
}

async function openCardFace(
  { families, templatesDir }: CardJob,
  cards: readonly Card[],
): Promise<Typeface | undefined> {
  const family = families[0];
  const characters = [...new Set(cards.flatMap(({ title, brand }) => [...`${title}${brand}… `.normalize("NFC")]))];
  return family && openTypeface(family, characters.sort().join(""), templatesDir);
}

async function drawCard(card: Card, { pictures }: CardJob, typeface: Typeface | undefined): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const picture = pictures.get(card.src);
  if (!picture) throw new Error(`The picture "${card.src}" was not looked at.`);
  const { width, height } = CARD_SIZE;
  // The window is in pixels of the upright picture.
  const upright =
    picture.facts.kind === "vector" ? sharp(masterBytes(picture)) : sharp(masterBytes(picture)).autoOrient();
  const { data, info } = await upright
    .extract(card.window)
    .resize(width, height, { fit: "cover" })
    .flatten({ background: INK })
    .composite([{ input: Buffer.from(overlay(card, typeface)) }])
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let bytes: Uint8Array = new Uint8Array();
  for (const quality of QUALITIES) {
    bytes = await sharp(data, { raw }).jpeg({ quality }).toBuffer();
    if (bytes.length <= MOST_BYTES) break;
  }
  return bytes;
}

/** All that lies over the picture; a card without a title lets its name stand large. */
export function overlay({ title, brand }: Pick<Card, "title" | "brand">, typeface: Typeface | undefined): string {
  const { width, height } = CARD_SIZE;
  const outline = (text: string, x: number, y: number, size: number) => {
    const path = typeface?.outline(text, x, y, size) ?? "";
    return path && `<path fill="#fff" d="${path}"/>`;
  };
  const measure = (text: string) => typeface?.measure(text) ?? 0;
  const set = setTitle(title || brand, width - 2 * MARGIN, measure);
  const leading = set.size * LINE_HEIGHT;
  const lines = set.lines.map((line, index) =>
    outline(line, MARGIN, height - MARGIN - (set.lines.length - 1 - index) * leading, set.size),
  );
  const top = height - MARGIN - (set.lines.length - 1) * leading - set.size * 0.86;
  const light = `<path fill="${CANDLE}" d="M${MARGIN} ${Math.round(top) - 24}h72v3h-72z"/>`;
  const name = title
    ? outline(
        brand,
        MARGIN,
        MARGIN + BRAND_SIZE * 0.7,
        Math.min(BRAND_SIZE, (width - 2 * MARGIN) / Math.max(1, measure(brand))),
      )
    : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${INK}" stop-opacity=".62"/><stop offset=".3" stop-color="${INK}" stop-opacity=".3"/><stop offset=".6" stop-color="${INK}" stop-opacity=".66"/><stop offset="1" stop-color="${INK}" stop-opacity=".94"/></linearGradient></defs><path fill="url(#s)" d="M0 0h${width}v${height}H0z"/>${light}${lines.join("")}${name}</svg>`;
}
