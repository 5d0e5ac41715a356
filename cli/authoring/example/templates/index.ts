// What the build loads: all that this site is made of, and how it looks.
import type { TemplateSet } from "eventsite/kit";
import { relayDocument } from "./forms/relay-document.ts";
import { renderPage, sectionTypes } from "./layout/page.tsx";
import { collections, siteSchema } from "./model/index.ts";
import { sections } from "./sections/index.ts";

export const templates: TemplateSet = {
  settings: siteSchema,
  collections,
  sections,
  css: {
    base: ["layout/tokens.css", "style/base.css"],
    byType: Object.fromEntries(sections.map(({ type }) => [type, `sections/${type}/${type}.css`])),
  },
  fonts: [],
  proseSlot: { crops: [{ widths: [480, 960], sizes: "(width < 44rem) 92vw, 40rem" }] },
  sectionTypes,
  renderPage,
  icons: ({ settings }) => [{ path: "/icon.svg", src: settings.icon, format: "svg", sizes: [] }],
  siteFiles: (site) => [{ path: "/robots.txt", text: `Sitemap: ${site.absolute("/sitemap.xml")}\n` }],
  relayDocument,
};
