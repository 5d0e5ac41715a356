import { action, anchor, defineSection, image, type SectionProps, text } from "eventsite/kit";
import * as z from "zod";
import { Actions } from "../../components/ActionLink.tsx";
import { Picture } from "../../components/Picture.tsx";
import { ACROSS, onNarrow } from "../../components/picture-slots.ts";
import { Section } from "../../components/Section.tsx";
import { headingId } from "../../components/SectionHeading.tsx";

const schema = z.strictObject({
  type: z.literal("call-to-action").describe("A band that asks for one thing."),
  id: anchor().optional(),
  heading: text(),
  text: text().optional(),
  image: image().optional(),
  actions: z.array(action()).min(1).max(2),
});

const slots = {
  backdrop: onNarrow(1, { ratio: 5 / 2, ...ACROSS }),
} as const;

/** A band with one sentence and one thing to do. */
function CallToAction({ section, site, page }: SectionProps<z.infer<typeof schema>>) {
  const { heading, text, image, actions } = section;
  return (
    <Section id={page.anchorId} className={`call-to-action dark screen-only${image ? " pictured" : ""}`}>
      {image && <Picture image={image} site={site} slot={slots.backdrop} className="backdrop shaded" />}
      <div className="page-width page-grid">
        <h2 id={headingId(page.anchorId)}>{heading}</h2>
        <div className="words">
          {text && <p className="lead">{text}</p>}
          <Actions actions={actions} site={site} />
        </div>
      </div>
    </Section>
  );
}

export default defineSection({ schema, Component: CallToAction });
