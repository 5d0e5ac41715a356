import type { SectionProps } from "eventsite/kit";
import { headingId } from "../../components/SectionHeading.tsx";
import { Slides } from "../../components/Slides.tsx";
import { Stars } from "../../components/Stars.tsx";
import { TitledSection } from "../../components/TitledSection.tsx";
import carousel from "./island.ts";
import type { TestimonialsData } from "./schema.ts";

/** One quote at a time. */
export function Testimonials({ section, site, page }: SectionProps<TestimonialsData>) {
  const { loop, seconds } = section;
  const quotes = section.quotes?.map((slug) => site.find("testimonials", slug)) ?? site.list("testimonials");
  const slides = quotes.map(({ slug, data }) => ({
    key: slug,
    content: (
      <figure className="page-grid">
        <Stars rating={data.rating} site={site} />
        <blockquote>
          <p>{data.quote}</p>
        </blockquote>
        <figcaption>
          <b>{data.name}</b>
          <span>
            {data.role}, {data.company}
          </span>
        </figcaption>
      </figure>
    ),
  }));
  return (
    <TitledSection id={page.anchorId} section={section} className="testimonials light">
      <Slides
        of={carousel}
        labelledBy={headingId(page.anchorId)}
        slides={slides}
        look="slide"
        loops={loop}
        seconds={seconds}
        site={site}
      />
    </TitledSection>
  );
}
