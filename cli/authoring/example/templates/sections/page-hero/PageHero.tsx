import type { SectionProps } from "eventsite/kit";
import { Picture } from "../../components/Picture.tsx";
import type { PageHeroData } from "./schema.ts";

const small = { media: "(width < 44rem)", ratio: 1, widths: [480, 840], sizes: "100vw" };
const slot = { crops: [small, { ratio: 16 / 7, widths: [960, 1920], sizes: "100vw" }] } as const;

/** The opening of a page. */
export function PageHero({ section, site, page }: SectionProps<PageHeroData>) {
  const { heading, words, action, photo } = section;
  return (
    <section id={page.anchorId} className="page-hero light">
      <h1>{heading}</h1>
      {words && <div dangerouslySetInnerHTML={{ __html: site.markdown(words).html }} />}
      {action && (
        <a className="button" href={site.href(action.href)}>
          {action.label}
        </a>
      )}
      {photo && <Picture image={photo} slot={slot} site={site} priority />}
    </section>
  );
}
