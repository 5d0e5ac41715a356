import type { Listed, SectionProps, SiteCollections } from "eventsite/kit";
import { ActionLink } from "../../components/ActionLink.tsx";
import { FactList } from "../../components/FactList.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import type { VenueListData } from "./schema.ts";
import { slots } from "./slots.ts";

type Props = SectionProps<VenueListData>;
type Venue = Listed<SiteCollections["venues"]>;

/** Venues as cards for an overview, or as chapters with all that is known of each. */
export function VenueList({ section, site, page }: Props) {
  const { heading, intro, layout, table, action } = section;
  const chosen = section.venues?.map((slug) => site.find("venues", slug)) ?? site.list("venues");
  const venues = chosen.slice(0, section.limit);
  // Three cards are one large beside two, any other number is in columns.
  const isTrio = layout === "cards" && venues.length === 3;
  return (
    <Section id={page.anchorId} className={`venue-list ${isTrio ? "cards trio" : layout} dark`}>
      <div className="page-width">
        <SectionHeading id={page.anchorId} heading={heading} intro={intro} />
      </div>
      <ul className={layout === "cards" ? `page-width${isTrio ? "" : " fit-columns"}` : undefined}>
        {venues.map((venue, index) => (
          <li key={venue.slug} id={layout === "chapters" ? venue.slug : undefined}>
            {layout === "chapters" ? (
              <Chapter venue={venue} site={site} table={table} inset={index % 2 === 1} />
            ) : (
              <Card venue={venue} site={site} lead={isTrio && index === 0} />
            )}
          </li>
        ))}
      </ul>
      {action && (
        <p className="actions page-width">
          <ActionLink action={action} site={site} />
        </p>
      )}
    </Section>
  );
}

interface VenueProps {
  readonly venue: Venue;
  readonly site: Props["site"];
}

/** A picture, a name and the figures that matter. */
function Card({ venue, site, lead }: VenueProps & { readonly lead: boolean }) {
  const { description, image, figures } = venue.data;
  return (
    <article>
      <Picture image={image} site={site} slot={lead ? slots.lead : slots.card} />
      <div className="words">
        <Name venue={venue} />
        <FactList facts={figures} look="figures" />
        <p className="description running">{description}</p>
      </div>
    </article>
  );
}

interface ChapterProps extends VenueProps {
  readonly table: VenueListData["table"];
  /** Whether its picture leaves room for the name beside it. */
  readonly inset: boolean;
}

/** A venue with all that is known of it. */
function Chapter({ venue, site, table, inset }: ChapterProps) {
  const { description, image, figures, suits, layouts } = venue.data;
  return (
    <article className={`full-width${inset ? " inset" : ""}`}>
      <Picture image={image} site={site} slot={inset ? slots.inset : slots.chapter} />
      <Name venue={venue} />
      <FactList facts={figures} look="figures" />
      <div className="detail">
        <div className="about">
          <p className="description running">{description}</p>
          {suits.length > 0 && (
            <ul className="suits ruled">
              {suits.map((use) => (
                <li key={use}>{use}</li>
              ))}
            </ul>
          )}
        </div>
        {table && layouts.length > 0 && <LayoutTable words={table} layouts={layouts} />}
      </div>
    </article>
  );
}

function Name({ venue }: { readonly venue: Venue }) {
  const { name, kind, area } = venue.data;
  return (
    <div className="name">
      <h3>{name}</h3>
      <p className="kind">
        {kind}, {area}
      </p>
    </div>
  );
}

interface LayoutTableProps {
  readonly words: NonNullable<VenueListData["table"]>;
  readonly layouts: Venue["data"]["layouts"];
}

function LayoutTable({ words, layouts }: LayoutTableProps) {
  return (
    <table>
      <caption>{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.layout}</th>
          <th scope="col">{words.guests}</th>
        </tr>
      </thead>
      <tbody>
        {layouts.map(({ layout, guests }) => (
          <tr key={layout}>
            <th scope="row">{layout}</th>
            <td>{guests}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
