import type { SectionProps } from "eventsite/kit";
import { ActionLink } from "../../components/ActionLink.tsx";
import { FactList } from "../../components/FactList.tsx";
import { Picture } from "../../components/Picture.tsx";
import { TitledSection } from "../../components/TitledSection.tsx";
import type { ArtistListData } from "./schema.ts";
import { slots } from "./slots.ts";

/** Artists as portrait cards: what they are, what they do, what they need. */
export function ArtistList({ section, site, page }: SectionProps<ArtistListData>) {
  const artists = section.artists?.map((slug) => site.find("artists", slug)) ?? site.list("artists");
  return (
    <TitledSection id={page.anchorId} section={section} className="artist-list dark">
      <ul>
        {artists.map(({ slug, data }) => (
          <li key={slug}>
            <article>
              <Picture image={data.image} site={site} slot={slots.artist} />
              <h3>{data.name}</h3>
              <p className="kind">{data.kind}</p>
              <p className="description running">{data.description}</p>
              <FactList facts={data.facts} look="table" />
            </article>
          </li>
        ))}
      </ul>
      {section.action && (
        <p className="actions">
          <ActionLink action={section.action} site={site} />
        </p>
      )}
    </TitledSection>
  );
}
