import type { PageInput, SectionDefinition, SiteView } from "eventsite/kit";
import { sections } from "../sections/index.ts";
import { Breadcrumb } from "./Breadcrumb.tsx";
import { placeSections } from "./placed-sections.ts";

const definitions = new Map<string, SectionDefinition>(sections.map((definition) => [definition.type, definition]));

/** The page between header and footer: its sections in their order. */
export function Main({ page, site }: { readonly page: PageInput; readonly site: SiteView }) {
  return (
    <main id="main">
      <Breadcrumb page={page} site={site} />
      {placeSections(page).map(({ section, context }) => {
        const definition = definitions.get(section.type);
        // Validation reports an unknown type; reaching this line is a bug.
        if (!definition) throw new Error(`No section type "${section.type}" on ${page.path}`);
        return <definition.Component key={context.anchorId} section={section} site={site} page={context} />;
      })}
    </main>
  );
}
