import { Actions } from "../../components/ActionLink.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { headingId } from "../../components/SectionHeading.tsx";
import type { SectionProps } from "../../kit/define-section.ts";
import type { PageHeroData } from "./schema.ts";

const pictureSlot = {
  "right-bleed": "page-right",
  "full-bleed": "page-full",
  diptych: "page-diptych",
  strip: "page-strip",
} as const;

/** The opening of an inner page; its framing decides how words and pictures stand to each other. */
export function PageHero({ section, site, page }: SectionProps<PageHeroData>) {
  const { heading, lead, framing, image, secondImage, caption, actions } = section;
  const shape = image ? framing : "plain";
  const ground = shape === "full-bleed" ? "night" : "day";
  return (
    <Section id={page.anchorId} className={`page-hero ${shape} ${ground}`}>
      <div className="words">
        <h1 id={headingId(page.anchorId)}>{heading}</h1>
        {lead && <p className="lead">{lead}</p>}
        <Actions actions={actions} site={site} />
      </div>
      {image && (
        <figure>
          <div className="frame">
            <Picture image={image} site={site} slot={pictureSlot[framing]} priority />
            {framing === "diptych" && secondImage && (
              <Picture image={secondImage} site={site} slot="page-diptych-second" priority />
            )}
          </div>
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
      )}
    </Section>
  );
}
