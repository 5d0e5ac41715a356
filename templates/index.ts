// The only entry to templates/: what the build loads, and what can be replaced as a whole.
import type { TemplateSet } from "eventsite/kit";
import { sharedSlots } from "./components/picture-slots.ts";
import { relayDocument } from "./forms/at-build/relay-document.ts";
import { footerLinks } from "./layout/footer-links.ts";
import { iconFiles } from "./layout/icons.ts";
import { renderPage } from "./layout/page.tsx";
import { sectionTypes } from "./layout/placed-sections.ts";
import { noticeScripts } from "./layout/site-notice-script.ts";
import { pageTitles } from "./layout/trail.ts";
import { siteFiles } from "./layout/web-manifest.ts";
import { cardLook } from "./look/card-look.ts";
import { fonts } from "./look/fonts.ts";
import { collections } from "./model/index.ts";
import { nextInGroup } from "./model/service-groups.ts";
import { siteSchema } from "./model/site.ts";
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
