// A page from its data: the head as tags, the body as three parts, of which the outer two are shared by many pages.

import type { PageInput, PageParts, SectionDefinition, SiteView } from "eventsite/kit";
import { createElement } from "react";
import { Island } from "../components/Island.tsx";
import { sections } from "../sections/index.ts";
import { Breadcrumb } from "./Breadcrumb.tsx";
import { Footer } from "./Footer.tsx";
import { footerKey } from "./footer-links.ts";
import { Header, headerKey } from "./Header.tsx";
import { headTags } from "./head.ts";
import { type LegalData, LegalPage } from "./LegalPage.tsx";
import notFound from "./not-found/island.ts";
import { placeSections } from "./placed-sections.ts";
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
      ...(isNotFound(page) ? [{ element: () => createElement(Island, { of: notFound, props: {}, site }) }] : []),
    ],
  };
}

function mainElement(page: PageInput, site: SiteView) {
  // The build has checked the data against the collection's schema; PageInput keeps it untyped so that templates/ can be replaced.
  if (page.collection === "legal") return createElement(LegalPage, { data: page.data as LegalData, site });
  return createElement(Main, { page, site });
}

const definitions = new Map<string, SectionDefinition>(sections.map((definition) => [definition.type, definition]));

/** The page between header and footer: its sections in their order. */
function Main({ page, site }: { readonly page: PageInput; readonly site: SiteView }) {
  return (
    <main id="main">
      <Breadcrumb page={page} site={site} />
      {placeSections(page).map(({ section, context }) => {
        const definition = definitions.get(section.type);
        // Validation reports an unknown type; reaching this line is a bug.
        if (!definition) throw new Error(`No section type "${section.type}" on ${page.path}`);
        // The build has checked it against the schema of this definition.
        return <definition.Component key={context.anchorId} section={section as never} site={site} page={context} />;
      })}
    </main>
  );
}
