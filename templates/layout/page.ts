// A page from its data: the head as tags, the body as three parts, of which the outer two are shared by many pages.

import type { PageInput, PageParts, SiteView } from "eventsite/kit";
import { createElement } from "react";
import { Footer, footerKey } from "./Footer.tsx";
import { Header, headerKey } from "./Header.tsx";
import { headTags } from "./head.ts";
import { type LegalData, LegalPage } from "./LegalPage.tsx";
import { Main } from "./Main.tsx";
import { NotFoundLog } from "./NotFoundLog.tsx";
import { isNotFound } from "./trail.ts";

export function renderPage(page: PageInput, site: SiteView): PageParts {
  const { path } = page;
  return {
    lang: site.settings.language,
    head: headTags(page, site),
    body: [
      { key: headerKey(path, site), element: () => createElement(Header, { path, site }) },
      { element: () => mainElement(page, site) },
      { key: footerKey(path, site), element: () => createElement(Footer, { path, site }) },
      ...(isNotFound(page) ? [{ element: () => createElement(NotFoundLog, { site }) }] : []),
    ],
  };
}

function mainElement(page: PageInput, site: SiteView) {
  // The build has checked the data against the collection's schema; PageInput keeps it untyped so that templates/ can be replaced.
  if (page.collection === "legal") return createElement(LegalPage, { data: page.data as LegalData, site });
  return createElement(Main, { page, site });
}
