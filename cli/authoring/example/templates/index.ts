// What the build loads: all that this site is made of, and how it looks.
import type { TemplateSet } from "eventsite/kit";
import { collections, settings } from "./model.ts";
import { renderPage } from "./page.tsx";
import { relayDocument } from "./relay.ts";
import { sections } from "./sections/index.ts";

export const templates: TemplateSet = {
  settings,
  collections,
  sections,
  css: {
    base: ["style/base.css"],
    byType: Object.fromEntries(sections.map(({ type }) => [type, `sections/${type}/${type}.css`])),
  },
  fonts: [],
  proseSlot: { crops: [{ widths: [480, 960], sizes: "(width < 44rem) 92vw, 40rem" }] },
  sectionTypes: ({ data }) => (Array.isArray(data.sections) ? data.sections.map(({ type }) => type) : []),
  renderPage,
  icons: ({ settings }) => [{ path: "/icon.svg", src: settings.icon, format: "svg", sizes: [] }],
  siteFiles: (site) => [{ path: "/robots.txt", text: `Sitemap: ${site.absolute("/sitemap.xml")}\n` }],
  relayDocument: ({ settings }) => relayDocument(settings),
};
