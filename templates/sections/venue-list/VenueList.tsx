import { ActionLink } from "../../components/ActionLink.tsx";
import { FactList } from "../../components/FactList.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import type { SectionProps } from "../../kit/define-section.ts";
import type { Listed, SiteCollections } from "../../kit/site-view.ts";
import type { VenueListData } from "./schema.ts";

type Props = SectionProps<VenueListData>;
type Venue = Listed<SiteCollections["venues"]>;

/** Venues as cards for an overview, or as chapters with all that is known of each. */
export function VenueList({ section, site, page }: Props) {
  const { heading, intro, layout, action } = section;
  const venues = chosenVenues(section, site);
  const shape = layout === "cards" && venues.length === 3 ? "cards trio" : layout;
  return (
    <Section id={page.anchorId} className={`venue-list ${shape} night`}>
      <div className="wrap">
        <SectionHeading id={page.anchorId} heading={heading} intro={intro} />
        <ul>
          {venues.map((venue) => (
            <li key={venue.slug} id={layout === "chapters" ? venue.slug : undefined}>
              <VenueCard venue={venue} site={site} chapter={layout === "chapters"} />
            </li>
          ))}
        </ul>
        {action && (
          <p className="actions">
            <ActionLink action={action} site={site} />
          </p>
        )}
      </div>
    </Section>
  );
}

function chosenVenues({ venues, limit }: VenueListData, site: Props["site"]): readonly Venue[] {
  const chosen = venues?.map((slug) => site.find("venues", slug)) ?? site.list("venues");
  return chosen.slice(0, limit);
}

interface CardProps {
  readonly venue: Venue;
  readonly site: Props["site"];
  readonly chapter: boolean;
}

function VenueCard({ venue, site, chapter }: CardProps) {
  const { name, area, kind, description, image, figures, suits } = venue.data;
  return (
    <article>
      <Picture image={image} site={site} slot={chapter ? "venue-chapter" : "venue-card"} />
      <div className="words">
        <div>
          <h3>{name}</h3>
          <p className="kind">
            {kind}, {area}
          </p>
        </div>
        <FactList facts={figures} look="figures" />
        <p className="description">{description}</p>
        {chapter && suits.length > 0 && (
          <ul className="suits">
            {suits.map((use) => (
              <li key={use}>{use}</li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}
