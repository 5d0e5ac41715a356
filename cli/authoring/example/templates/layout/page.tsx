// A page from its data: the head as tags, the body as three parts. The outer two are the same on every page.
import type { PageInput, PageParts, SectionDefinition, SiteView } from "eventsite/kit";
import { sections } from "../sections/index.ts";
import { headTags } from "./head.ts";

const definitions = new Map<string, SectionDefinition>(sections.map((each) => [each.type, each]));

/** A section of a page before its own schema gives it a type. */
interface PageSection {
  readonly type: string;
  readonly id?: string;
}

const sectionsOf = ({ data }: PageInput) => (data.sections ?? []) as readonly PageSection[];

/** The types of a page's sections: they decide which style sheets it carries. */
export const sectionTypes = (page: PageInput): readonly string[] => sectionsOf(page).map(({ type }) => type);

export function renderPage(page: PageInput, site: SiteView): PageParts {
  const { brand, language, menu } = site.settings;
  const header = (
    <header>
      <a href={site.href("/")}>{brand.name}</a>
      <nav aria-label="Main">
        {menu.map(({ label, href }) => (
          <a key={href} href={site.href(href)}>
            {label}
          </a>
        ))}
      </nav>
    </header>
  );
  const sections = sectionsOf(page).map((section, index) => {
    const anchorId = section.id ?? `part-${index + 1}`;
    const Component = definitions.get(section.type)?.Component;
    // The build has checked the section against the schema of its type.
    return (
      Component && <Component key={anchorId} section={section as never} site={site} page={{ ...page, anchorId }} />
    );
  });
  return {
    lang: language,
    head: headTags(page, site),
    body: [
      { key: "header", element: () => header },
      { element: () => <main>{sections}</main> },
      {
        key: "footer",
        element: () => <footer className="dark">{`${brand.name}, ${brand.place}, ${brand.email}`}</footer>,
      },
    ],
  };
}
