import type { SectionProps } from "eventsite/kit";
import { Actions } from "../../components/ActionLink.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { headingId } from "../../components/SectionHeading.tsx";
import { Slides } from "../../components/Slides.tsx";
import carousel from "./island.ts";
import type { HeroCarouselData } from "./schema.ts";
import { slots } from "./slots.ts";

/** One sentence over full-width pictures that take turns; the sentence stays. */
export function HeroCarousel({ section, site, page }: SectionProps<HeroCarouselData>) {
  const { heading, lead, actions, label, slides, loop, seconds } = section;
  const pictures = slides.map(({ image, caption }, index) => ({
    key: image.src,
    content: (
      <figure className="shaded">
        <Picture image={image} site={site} slot={slots.hero} priority={index === 0} />
        <figcaption>
          <span className="page-width">{caption}</span>
        </figcaption>
      </figure>
    ),
  }));
  return (
    <Section id={page.anchorId} className="hero-carousel dark">
      <Slides of={carousel} label={label} slides={pictures} look="fade" loops={loop} seconds={seconds} site={site} />
      <div className="words">
        <div className="page-width">
          <h1 id={headingId(page.anchorId)}>{heading}</h1>
          <p className="lead">{lead}</p>
          <Actions actions={actions} site={site} />
        </div>
      </div>
    </Section>
  );
}
