// A page's request for a card, the picture of its shared links → the card's address and everything that decides its bytes. Pure.

import type { CardAsset, CardLook, CardRequest } from "../../../templates/kit/index.ts";
import { contentHash } from "../../files/content-hash.ts";
import type { PictureFacts } from "../images/picture-facts.ts";
import { type CropWindow, cropWindow } from "../images/plan-variants.ts";

/** In pixels: services show pictures of this size large, and do not crop them. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

export interface Card {
  /** Relative to the output folder. */
  readonly output: string;
  /** Names its bytes. */
  readonly key: string;
  readonly src: string;
  readonly window: CropWindow;
  /** "" where pages share the card. */
  readonly title: string;
  readonly brand: string;
}

/** A card, and how the page names it. */
export interface PlannedCard {
  readonly card: Card;
  readonly asset: CardAsset;
}

/** Increase it with every change to how cards are drawn. */
const DRAWING = 2;

export function planCard(
  { src, focus, title, brand }: Pick<CardRequest, "title" | "brand"> & Pick<CardRequest["picture"], "src" | "focus">,
  facts: PictureFacts,
  version: CardLook["version"],
): PlannedCard {
  const window = cropWindow(facts, CARD_SIZE.width / CARD_SIZE.height, focus);
  const key = contentHash(JSON.stringify([DRAWING, version, facts.identity, window, title, brand]));
  const name = (title || brand)
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
  const output = `assets/cards/${name ? `${name}-` : ""}${key.slice(0, 8)}.jpg`;
  return {
    card: { output, key, src, window, title, brand },
    asset: { url: `/${output}`, type: "image/jpeg", ...CARD_SIZE },
  };
}

/** If a collection has more pages than this, they share their cards. A card takes about 40 ms of a core, so these take twelve seconds of one, once. */
const OWN_CARDS = 300;

export function collectionsSharingCards(routes: readonly { readonly collection: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { collection } of routes) counts.set(collection, (counts.get(collection) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > OWN_CARDS).map(([collection]) => collection);
}
