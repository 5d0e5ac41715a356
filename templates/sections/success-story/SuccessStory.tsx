import type { SectionProps } from "eventsite/kit";
import { FactList } from "../../components/FactList.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import { Stars } from "../../components/Stars.tsx";
import type { SuccessStoryData } from "./schema.ts";
import { slots } from "./slots.ts";

/** One event that was held: picture, story, facts, and what the client said. */
export function SuccessStory({ section, site, page }: SectionProps<SuccessStoryData>) {
  const { heading, title, text, image, facts, quote } = section;
  return (
    <Section id={page.anchorId} className="success-story light full-width">
      <SectionHeading id={page.anchorId} heading={heading} />
      <Picture image={image} site={site} slot={slots.story} />
      <article className="words">
        <h3>{title}</h3>
        <p className="running">{text}</p>
        <FactList facts={facts} look="table" />
      </article>
      <figure>
        <Stars rating={quote.rating} site={site} />
        <blockquote>
          <p>{quote.text}</p>
        </blockquote>
        <figcaption>
          <b>{quote.name}</b>
          <span>{quote.role}</span>
        </figcaption>
      </figure>
    </Section>
  );
}
