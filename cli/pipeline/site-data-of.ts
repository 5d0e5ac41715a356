// Makes the data with which all pages are rendered from the content.

import type { Listed } from "../../templates/kit/index.ts";
import { collectionsSharingCards } from "../assets/cards/plan-card.ts";
import type { InspectedPicture } from "../assets/images/inspect-pictures.ts";
import type { PublishedEntry } from "../content/entries/entry-row.ts";
import type { FinalSettings } from "../content/settings/read-settings.ts";
import type { SiteData } from "../render/site-data.ts";
import type { Route } from "../routes/addresses.ts";
import { compareText } from "../text/compare-text.ts";
import type { PagedEntry } from "./plan-addresses.ts";
import type { StageContext } from "./stage-context.ts";

export function siteDataOf(
  { config, templates }: StageContext,
  settings: FinalSettings,
  entries: readonly PublishedEntry[],
  routes: readonly Route<PagedEntry>[],
  pictures: readonly InspectedPicture[],
): Omit<SiteData, "fonts"> {
  const { proseSlot, card } = templates.templates;
  return {
    settings,
    lists: collectLists(entries),
    images: new Map(pictures.map(({ src, facts }) => [src, facts])),
    proseSlot,
    cardVersion: card?.version ?? 0,
    sharedCards: collectionsSharingCards(routes),
    links: settings.links,
    baseUrl: settings.url,
    relayUrl: settings.relay.url,
    ...(config.preview && { isPreview: true }),
  };
}

/** The lists that templates see, sorted by `order`, then by file name. */
function collectLists(entries: readonly PublishedEntry[]): Record<string, Listed<unknown>[]> {
  const lists: Record<string, Listed<unknown>[]> = {};
  const sorted = [...entries].sort((a, b) => a.order - b.order || compareText(a.slug, b.slug));
  for (const { collection, slug, path, summary } of sorted) {
    lists[collection] ??= [];
    lists[collection].push({ slug, ...(path !== undefined && { path }), data: summary });
  }
  return lists;
}
