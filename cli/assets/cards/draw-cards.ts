// Cards that pages ask for → where each comes from: the image cache, or drawn. A card is the picture under a dark scrim, with the title in
// the display face at its lower edge and the name above the title.
import type { FontFamily } from "../../../templates/kit/index.ts";
import type { PlannedFile } from "../../emit/planned-file.ts";
import { openTypeface, type Typeface } from "../fonts/typeface.ts";
import { PIXELS_IN_FLIGHT } from "../images/decoded-pictures.ts";
import { type InspectedPicture, masterBytes } from "../images/inspect-pictures.ts";
import { createRoom } from "../images/limit.ts";
import { loadSharp } from "../images/load-sharp.ts";
import { type CacheOptions, keptInCache } from "../images/plan-picture-files.ts";
import { CARD_SIZE, type Card } from "./plan-card.ts";
import { setTitle } from "./set-title.ts";

export interface CardJob extends CacheOptions {
  readonly cards: readonly Card[];
  readonly pictures: ReadonlyMap<string, InspectedPicture>;
  /** The first one is the display face. */
  readonly families: readonly FontFamily[];
  readonly templatesDir: string;
}

const INK = "#0b111b";
const CANDLE = "#ffc978";
const MARGIN = 72;
const BRAND_SIZE = 54;
/** Of the font size: large titles are set tight. */
const LINE_HEIGHT = 0.98;
/** Services that preview shared links give up on large files. */
const MOST_BYTES = 190_000;
const QUALITIES = [82, 70, 55, 40];

export function planCards(job: CardJob): PlannedFile[] {
  const { cards, pictures } = job;
  const unique = [...new Map(cards.map((card) => [card.output, card])).values()];
  const room = createRoom(PIXELS_IN_FLIGHT);
  let typeface: Promise<Typeface | undefined> | undefined;
  const draw = async (card: Card) => {
    const { width = 0, height = 0 } = pictures.get(card.src)?.facts ?? {};
    await room.enter(width * height);
    try {
      typeface ??= openCardFace(job, unique);
      return await drawCard(card, job, await typeface);
    } finally {
      room.leave(width * height);
    }
  };
  return unique.map((card) => ({
    path: card.output,
    key: card.key,
    part: "cards",
    cost: 1,
    ...keptInCache(card.output, card.key, "jpg", () => draw(card), job),
  }));
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

/** Everything over the picture; without a title the name is set large. */
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
