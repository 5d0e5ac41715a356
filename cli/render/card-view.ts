// The cards of pages, the pictures of shared links. Each is planned when a page requests it.

import type { SiteView } from "../../templates/kit/index.ts";
import { type PlannedCard, planCard } from "../assets/cards/plan-card.ts";
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
  const cards = new Map<string, PlannedCard>();
  return ({ collection, picture: { src, focus }, title: pageTitle, brand }) => {
    report.dependency(pictureKey(src));
    const facts = factsOf(images, src);
    const title = sharedCards.includes(collection) ? "" : pageTitle;
    // Pages that share a card share one object, whatever their alternative texts for its picture are.
    const key = JSON.stringify([src, focus, title, brand]);
    const planned = getOrMake(cards, key, () => planCard({ src, focus, title, brand }, facts, cardVersion));
    report.card(planned.card);
    return { ...planned.asset, url: belowBase(base, planned.asset.url) };
  };
}
