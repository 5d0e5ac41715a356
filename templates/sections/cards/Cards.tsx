import type { SectionProps } from "eventsite/kit";
import { TitledSection } from "../../components/TitledSection.tsx";
import type { CardsData } from "./schema.ts";

/** Short texts side by side; a card with a link is one link as a whole. */
export function Cards({ section, site, page }: SectionProps<CardsData>) {
  const isIndex = section.layout === "index";
  const [look, layout] =
    section.layout === "cards" ? ["light", "page-grid side-heading"] : [`${section.layout} white`, "page-grid"];
  return (
    <TitledSection id={page.anchorId} section={section} className={`cards ${look}`} layout={layout}>
      <ul className={isIndex ? "items" : "items fit-columns"}>
        {section.cards.map(({ title, text, points, href }) => (
          <li key={title} className={isIndex ? "page-grid" : undefined}>
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
    </TitledSection>
  );
}
