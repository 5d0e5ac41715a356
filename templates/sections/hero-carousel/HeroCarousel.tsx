import { Actions } from "../../components/ActionLink.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { headingId } from "../../components/SectionHeading.tsx";
import { Strip } from "../../components/Strip.tsx";
import type { SectionProps } from "../../kit/define-section.ts";
import type { HeroCarouselData } from "./schema.ts";

/** One sentence over a strip of full-width pictures; the first is what visitors see first, the others wait their turn. */
export function HeroCarousel({ section, site, page }: SectionProps<HeroCarouselData>) {
  const { label, heading, lead, slides, actions } = section;
  const slideLabel = (index: number) =>
    site.settings.labels.slide.replace("{number}", String(index + 1)).replace("{total}", String(slides.length));
  return (
    <Section id={page.anchorId} className="hero-carousel night">
      <Strip label={label}>
        <ul>
          {slides.map(({ image, caption }, index) => (
            <li key={image.src} aria-label={slideLabel(index)}>
              <figure>
                <Picture image={image} site={site} slot="hero" priority={index === 0} />
                <figcaption>
                  <span className="wrap">{caption}</span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </Strip>
      <div className="words">
        <div className="wrap">
          <h1 id={headingId(page.anchorId)}>{heading}</h1>
          <p className="lead">{lead}</p>
          <Actions actions={actions} site={site} />
        </div>
      </div>
    </Section>
  );
}
