// The pictures of shared links, planned when a page asks for one.

import type { SiteView } from "../../templates/kit/index.ts";
import { planCard } from "../assets/cards/plan-card.ts";
import { basePathOf, belowBase } from "../routes/base-path.ts";
import { getOrMake } from "../work/get-or-make.ts";
import { factsOf, type ViewReport } from "./picture-views.ts";
import type { SiteData } from "./site-data.ts";
import { pictureKey } from "./site-fingerprints.ts";

export function cardView(
  { images, sharedCards, cardVersion, baseUrl }: Pick<SiteData, "images" | "sharedCards" | "cardVersion" | "baseUrl">,
  report: ViewReport,
): SiteView["card"] {
  const base = basePathOf(baseUrl);
  const cards = new Map<string, ReturnType<typeof planCard>>();
  return ({ collection, picture: { src, focus }, title: own, brand }) => {
    report.read(pictureKey(src));
    const facts = factsOf(images, src);
    const title = sharedCards.includes(collection) ? "" : own;
    // Pages that share a card request the same object, whatever their words for its picture are.
    const key = JSON.stringify([src, focus, title, brand]);
    const planned = getOrMake(cards, key, () => planCard({ src, focus, title, brand }, facts, cardVersion));
    report.card(planned.card);
    return { ...planned.asset, url: belowBase(base, planned.asset.url) };
  };
}
