import { Section } from "../../components/Section.tsx";
import { headingId, SectionHeading } from "../../components/SectionHeading.tsx";
import { Stars } from "../../components/Stars.tsx";
import { Strip } from "../../components/Strip.tsx";
import type { SectionProps } from "../../kit/define-section.ts";
import type { TestimonialsData } from "./schema.ts";

/** Quotes in a strip, one after the other. */
export function Testimonials({ section, site, page }: SectionProps<TestimonialsData>) {
  const quotes = section.quotes?.map((slug) => site.find("testimonials", slug)) ?? site.list("testimonials");
  return (
    <Section id={page.anchorId} className="testimonials day">
      <div className="wrap">
        <SectionHeading id={page.anchorId} heading={section.heading} />
        <Strip labelledBy={headingId(page.anchorId)}>
          <ul>
            {quotes.map(({ slug, data }) => (
              <li key={slug}>
                <figure>
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
              </li>
            ))}
          </ul>
        </Strip>
      </div>
    </Section>
  );
}
