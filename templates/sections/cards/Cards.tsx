import type { SectionProps } from "eventsite/kit";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import type { CardsData } from "./schema.ts";

/** Short texts side by side; a card with a link is one link as a whole. */
export function Cards({ section, site, page }: SectionProps<CardsData>) {
  const isBeside = section.layout === "cards";
  const look = isBeside ? "light" : `${section.layout} white`;
  return (
    <Section id={page.anchorId} className={`cards ${look}`}>
      <div className={`page-width page-grid${isBeside ? " side-heading" : ""}`}>
        <SectionHeading id={page.anchorId} heading={section.heading} intro={section.intro} />
        <ul className="items">
          {section.cards.map(({ title, text, points, href }) => (
            <li key={title}>
              <h3>
                {href ? (
                  <a className="cover-link" href={site.href(href)}>
                    {title}
                  </a>
                ) : (
                  title
                )}
              </h3>
              <p className="running">{text}</p>
              {points.length > 0 && (
                <ul className="points">
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
