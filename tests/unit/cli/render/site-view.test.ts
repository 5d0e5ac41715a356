import { expect, test } from "vitest";
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

test("a picture in Markdown has an attribute for each thing that is known of it", () => {
  const images = new Map([["a.jpg", { ...facts, isTransparent: true }]]);
  const { html } = createSiteView({ ...site, images }).markdown("![A bike](a.jpg)");
  expect(html).toMatch(/<img src="[^"]+" width="400" height="200" alt="A bike" loading="lazy" decoding="async"\/>/);
});
