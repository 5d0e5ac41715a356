import { anchor, defineSection, image, type SectionProps, text } from "eventsite/kit";
import * as z from "zod";
import { Picture } from "../../components/Picture.tsx";
import { ACROSS, onNarrow } from "../../components/picture-slots.ts";
import { Section } from "../../components/Section.tsx";

const schema = z.strictObject({
  type: z.literal("banner").describe("A picture across the page."),
  id: anchor().optional(),
  image: image(),
  caption: text().optional(),
});

const slots = {
  banner: onNarrow(3 / 2, { ratio: 5 / 2, ...ACROSS }),
} as const;

/** A picture across the page. It has no heading, so it is a section without a name. */
function Banner({ section, site, page }: SectionProps<z.infer<typeof schema>>) {
  return (
    <Section id={page.anchorId} className="banner dark" named={false}>
      <figure>
        <Picture image={section.image} site={site} slot={slots.banner} />
        {section.caption && <figcaption className="page-width">{section.caption}</figcaption>}
      </figure>
    </Section>
  );
}

export default defineSection({ schema, Component: Banner });
