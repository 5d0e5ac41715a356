import { expect, test } from "vitest";
import type { Card } from "../../../../cli/assets/cards/plan-card.ts";
import type { PictureFacts } from "../../../../cli/assets/images/picture-facts.ts";
import type { SiteData } from "../../../../cli/render/site-data.ts";
import { createSiteView } from "../../../../cli/render/site-view.ts";

const facts: PictureFacts = { kind: "raster", width: 2000, height: 1000, identity: "1", isTransparent: false };
const site: SiteData = {
  settings: {},
  lists: {},
  images: new Map([["a.jpg", facts]]),
  proseSlot: { crops: [{ widths: [400], sizes: "100vw" }] },
  fonts: { css: "", urls: [] },
  sharedCards: ["services"],
  cardVersion: 1,
  links: "slash",
  baseUrl: "https://example.com",
  relayUrl: "",
};

function cardsOf(...asked: readonly { collection: string; alt: string; title: string; x?: number }[]) {
  const cards = new Set<Card>();
  const view = createSiteView(site, { variants() {}, card: (card) => cards.add(card), read() {} });
  for (const { collection, alt, title, x } of asked) {
    const focus = x === undefined ? {} : { focus: { x, y: 50 } };
    view.card({ collection, title, brand: "Bikes", picture: { src: "a.jpg", alt, ...focus } });
  }
  return [...cards].map(({ output }) => output.replace(/-\w+\.jpg$/, ""));
}

test("pages that share a card request the same one, whatever their words", () => {
  expect(
    cardsOf(
      { collection: "services", alt: "A bike", title: "Repair" },
      { collection: "services", alt: "", title: "Sale" },
    ),
  ).toEqual(["assets/cards/bikes"]);
});

test("pages with their own title, or another part of the picture, have their own card", () => {
  expect(
    cardsOf(
      { collection: "pages", alt: "", title: "Repair" },
      { collection: "pages", alt: "", title: "Sale" },
      { collection: "pages", alt: "", title: "Sale", x: 90 },
    ),
  ).toEqual(["assets/cards/repair", "assets/cards/sale", "assets/cards/sale"]);
});

test("a picture in Markdown has an attribute for each thing that is known of it", () => {
  const images = new Map([["a.jpg", { ...facts, isTransparent: true }]]);
  const { html } = createSiteView({ ...site, images }).markdown("![A bike](a.jpg)");
  expect(html).toMatch(/<img src="[^"]+" width="400" height="200" alt="A bike" loading="lazy" decoding="async"\/>/);
});
