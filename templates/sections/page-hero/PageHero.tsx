import type { SectionProps } from "eventsite/kit";
import { Actions } from "../../components/ActionLink.tsx";
import { FactList } from "../../components/FactList.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { headingId } from "../../components/SectionHeading.tsx";
import type { PageHeroData } from "./schema.ts";
import { slots } from "./slots.ts";

const darkFramings: readonly string[] = ["full-bleed", "horizon"];

/** The opening of an inner page; its framing decides how words and pictures are arranged. */
export function PageHero({ section, site, page }: SectionProps<PageHeroData>) {
  const { heading, lead, framing, image, secondImage, caption, actions, facts } = section;
  const shape = image ? framing : "plain";
  const ground = darkFramings.includes(shape) ? "dark" : "light";
  return (
    <Section id={page.anchorId} className={`page-hero ${shape} ${ground} full-width`}>
      <h1 id={headingId(page.anchorId)}>{heading}</h1>
      <div className="words">
        {lead && <p className="lead">{lead}</p>}
        <Actions actions={actions} site={site} />
      </div>
      {image && (
        <figure>
          <div className={shape === "full-bleed" ? "frame shaded" : "frame"}>
            <Picture image={image} site={site} slot={slots[framing]} priority />
            {framing === "diptych" && secondImage && (
              <Picture image={secondImage} site={site} slot={slots.diptychSecond} priority />
            )}
          </div>
          {caption && <figcaption>{caption}</figcaption>}
        </figure>
      )}
      <FactList facts={facts} look="row" />
    </Section>
  );
}
