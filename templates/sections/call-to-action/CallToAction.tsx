import type { SectionProps } from "eventsite/kit";
import { Actions } from "../../components/ActionLink.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { headingId } from "../../components/SectionHeading.tsx";
import type { CallToActionData } from "./schema.ts";
import { slots } from "./slots.ts";

/** A band with one sentence and one thing to do. */
export function CallToAction({ section, site, page }: SectionProps<CallToActionData>) {
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
