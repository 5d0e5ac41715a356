// A page from its data: the head as tags, the body as three parts. The outer two are the same on every page.
import type { PageInput, PageParts, SectionDefinition, SiteView } from "eventsite/kit";
import { sections } from "./sections/index.ts";

const definitions = new Map<string, SectionDefinition>(sections.map((each) => [each.type, each]));

export function renderPage({ data, ...page }: PageInput, site: SiteView): PageParts {
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
  const shown = (Array.isArray(data.sections) ? data.sections : []).map((section, index) => {
    const anchorId = `part-${index + 1}`;
    const Component = definitions.get(section.type)?.Component;
    // The build has checked the section against the schema of its type.
    return (
      Component && <Component key={anchorId} section={section as never} site={site} page={{ ...page, anchorId }} />
    );
  });
  return {
    lang: language,
    head: [
      { tag: "meta", attributes: { charset: "utf-8" } },
      { tag: "meta", attributes: { name: "viewport", content: "width=device-width, initial-scale=1" } },
      { tag: "title", text: `${data.title} – ${brand.name}` },
      { tag: "meta", attributes: { name: "description", content: String(data.description) } },
      data.listed === false
        ? { tag: "meta", attributes: { name: "robots", content: "noindex" } }
        : { tag: "link", attributes: { rel: "canonical", href: site.absolute(page.path) } },
      { tag: "link", attributes: { rel: "icon", href: site.href("/icon.svg") } },
    ],
    body: [
      { key: "header", element: () => header },
      { element: () => <main>{shown}</main> },
      { key: "footer", element: () => <footer>{`${brand.name}, ${brand.place}, ${brand.email}`}</footer> },
    ],
  };
}
