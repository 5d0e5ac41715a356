// Cards of pages → their files, from the image cache or drawn. The template set decides what is drawn over the picture.

import type { CardLook, CardTools, FontFamily } from "../../../templates/kit/index.ts";
import type { PlannedFile } from "../../emit/output-file.ts";
import { createLimit } from "../../work/parallel.ts";
import { openTypeface, type Typeface } from "../fonts/typeface.ts";
import { PIXELS_IN_FLIGHT } from "../images/decoded-pictures.ts";
import { loadSharp } from "../images/encoder.ts";
import { type InspectedPicture, masterBytes, pictureOf } from "../images/inspect-pictures.ts";
import { type CacheOptions, cachedFile } from "../images/plan-picture-files.ts";
import { CARD_SIZE, type Card } from "./plan-card.ts";
import { setTitle } from "./set-title.ts";

interface CardJob extends CacheOptions {
  readonly cards: readonly Card[];
  readonly pictures: ReadonlyMap<string, InspectedPicture>;
  /** The first one is the display face. The others have the characters that it lacks. */
  readonly families: readonly FontFamily[];
  readonly templatesDir: string;
  /** undefined for cards that are a picture alone. */
  readonly look: CardLook | undefined;
}

const PLAIN_GROUND = "white";

/** Services that preview shared links refuse large files. */
const MOST_BYTES = 190_000;
const QUALITIES = [82, 70, 55, 40];

export function planCards(job: CardJob): PlannedFile[] {
  const { cards, pictures } = job;
  const unique = [...new Map(cards.map((card) => [card.output, card])).values()];
  const limit = createLimit(PIXELS_IN_FLIGHT);
  let typeface: Promise<Typeface | undefined> | undefined;
  const draw = (card: Card) => {
    const { width = 0, height = 0 } = pictures.get(card.src)?.facts ?? {};
    return limit(async () => {
      typeface ??= openCardFace(job, unique);
      return drawCard(card, job, await typeface);
    }, width * height);
  };
  return unique.map((card) =>
    cachedFile({ path: card.output, key: card.key, part: "cards" }, "jpg", () => draw(card), job),
  );
}

async function openCardFace(
  { families, templatesDir }: CardJob,
  cards: readonly Card[],
): Promise<Typeface | undefined> {
  if (families.length === 0) return undefined;
  const characters = [...new Set(cards.flatMap(({ title, brand }) => [...`${title}${brand}… `.normalize("NFC")]))];
  return openTypeface(families, characters.sort().join(""), templatesDir);
}

async function drawCard(card: Card, { pictures, look }: CardJob, typeface: Typeface | undefined): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const picture = pictureOf(pictures, card.src);
  const { width, height } = CARD_SIZE;
  // `card.window` is in pixels of the upright picture.
  const upright =
    picture.facts.kind === "vector" ? sharp(masterBytes(picture)) : sharp(masterBytes(picture)).autoOrient();
  const { data, info } = await upright
    .extract(card.window)
    .resize(width, height, { fit: "cover" })
    .flatten({ background: look?.ground ?? PLAIN_GROUND })
    .composite(look ? [{ input: Buffer.from(look.overlay(card, toolsOf(typeface))) }] : [])
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

const toolsOf = (typeface: Typeface | undefined): CardTools => {
  const measure = (text: string) => typeface?.measure(text) ?? 0;
  return {
    ...CARD_SIZE,
    measure,
    outline: (text, x, y, size) => typeface?.outline(text, x, y, size) ?? "",
    setTitle: (title, width, sizes) => setTitle(title, width, sizes, measure),
  };
};
