import { anchor, defineSection, markdown, type SectionProps, text } from "eventsite/kit";
import * as z from "zod";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";

const schema = z.strictObject({
  type: z.literal("prose").describe("Running text in Markdown."),
  id: anchor().optional(),
  heading: text().optional(),
  body: markdown(),
});

/** Running text. */
function Prose({ section, site, page }: SectionProps<z.infer<typeof schema>>) {
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

export default defineSection({ schema, Component: Prose });
