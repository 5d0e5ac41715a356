import type { SectionProps } from "eventsite/kit";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import type { BannerData } from "./schema.ts";
import { slots } from "./slots.ts";

/** A picture across the page. It has no heading, so it is a section without a name. */
export function Banner({ section, site, page }: SectionProps<BannerData>) {
  return (
    <Section id={page.anchorId} className="banner dark" named={false}>
      <figure>
        <Picture image={section.image} site={site} slot={slots.banner} />
        {section.caption && <figcaption className="page-width">{section.caption}</figcaption>}
      </figure>
    </Section>
  );
}
