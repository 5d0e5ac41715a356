import { Actions } from "../../components/ActionLink.tsx";
import { Island } from "../../components/Island.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { headingId } from "../../components/SectionHeading.tsx";
import { carouselControls, Slides } from "../../components/Slides.tsx";
import type { SectionProps } from "../../kit/define-section.ts";
import carousel from "./island.tsx";
import type { HeroCarouselData } from "./schema.ts";

type Props = SectionProps<HeroCarouselData>;

/** One sentence over full-width pictures that take turns; the sentence stays. */
export function HeroCarousel({ section, site, page }: Props) {
  const { heading, lead, actions } = section;
  return (
    <Section id={page.anchorId} className="hero-carousel night">
      <Pictures section={section} site={site} />
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

/** A single picture stands still and needs no controls. */
function Pictures({ section, site }: Pick<Props, "section" | "site">) {
  const { label, slides, loop, seconds } = section;
  const content = slides.map(({ image, caption }, index) => ({
    key: image.src,
    content: (
      <figure>
        <Picture image={image} site={site} slot="hero" priority={index === 0} />
        <figcaption>
          <span className="wrap">{caption}</span>
        </figcaption>
      </figure>
    ),
  }));
  const row = <Slides slides={content} site={site} />;
  if (slides.length === 1)
    return (
      <div className="carousel">
        <div className="strip">{row}</div>
      </div>
    );
  const { role } = site.settings.labels.carousel;
  const props = {
    label,
    role,
    count: slides.length,
    ...carouselControls(site),
    look: "fade",
    loops: loop,
    seconds,
  } as const;
  return (
    <Island of={carousel} props={props} site={site}>
      {row}
    </Island>
  );
}
