// The only entry to templates/: what the build loads, and what can be replaced as a whole.
import type { TemplateSet } from "eventsite/kit";
import { sharedSlots } from "./components/picture-slots.ts";
import { nextInGroup } from "./components/service-groups.ts";
import { cardLook } from "./layout/card-look.ts";
import { footerLinks } from "./layout/Footer.tsx";
import { fonts } from "./layout/fonts.ts";
import { noticeScripts } from "./layout/notice-script.ts";
import { renderPage } from "./layout/page.tsx";
import { sectionTypes } from "./layout/placed-sections.ts";
import { relayDocument } from "./layout/relay-document.ts";
import { iconFiles, siteFiles } from "./layout/site-files.ts";
import { pageTitles } from "./layout/trail.ts";
import { collections, siteSchema } from "./model/index.ts";
import { sections } from "./sections/index.ts";

export const templates: TemplateSet = {
  settings: siteSchema,
  collections,
  sections,
  css: {
    base: [
      "layout/tokens.css",
      "layout/base.css",
      "layout/header.css",
      "layout/notice.css",
      "layout/footer.css",
      "layout/print.css",
      "components/button.css",
      "components/section-heading.css",
      "components/stars.css",
    ],
    byType: {
      ...Object.fromEntries(sections.map(({ type }) => [type, `sections/${type}/${type}.css`])),
      legal: "layout/legal.css",
    },
  },
  fonts,
  proseSlot: sharedSlots.prose,
  card: cardLook,
  derived: [footerLinks, nextInGroup, pageTitles],
  sectionTypes,
  renderPage,
  wordmark: ({ settings }) => settings.brand.name,
  icons: iconFiles,
  siteFiles,
  pageScripts: noticeScripts,
  relayDocument,
};
