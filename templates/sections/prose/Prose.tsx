import type { SectionProps } from "eventsite/kit";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import type { ProseData } from "./schema.ts";

/** Running text. */
export function Prose({ section, site, page }: SectionProps<ProseData>) {
  const { html } = site.markdown(section.body);
  return (
    <Section id={page.anchorId} className="prose light" named={section.heading !== undefined}>
      <div className="page-width page-grid side-heading">
        {section.heading && <SectionHeading id={page.anchorId} heading={section.heading} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown in which HTML is switched off */}
        <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </Section>
  );
}
