import type { PictureSlot, SectionProps } from "eventsite/kit";
import { Icon } from "../../components/Icon.tsx";
import { Island } from "../../components/Island.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import tiles from "./island.ts";
import type { ServiceTilesData } from "./schema.ts";
import { slots } from "./slots.ts";

type Props = SectionProps<ServiceTilesData>;

/** Tiles that swap from a picture to its details on hover, focus and tap. Where neither pointer nor script can swap, both are shown. */
export function ServiceTiles({ section, site, page }: Props) {
  return (
    <Section id={page.anchorId} className="service-tiles dark">
      <div className="page-width">
        <SectionHeading id={page.anchorId} heading={section.heading} intro={section.intro} />
      </div>
      <Island of={tiles} props={{}} site={site}>
        <ul className="grid">
          {section.tiles.map((tile, index) => (
            <li key={tile.title}>
              <Tile
                tile={tile}
                slot={index % 2 === 0 && index === section.tiles.length - 1 ? slots.lastTile : slots.tile}
                id={`${page.anchorId}-tile-${index + 1}`}
                linkLabel={section.linkLabel}
                site={site}
              />
            </li>
          ))}
        </ul>
      </Island>
    </Section>
  );
}

interface TileProps {
  readonly tile: ServiceTilesData["tiles"][number];
  readonly slot: PictureSlot;
  readonly id: string;
  readonly linkLabel: string;
  readonly site: Props["site"];
}

/** The link covers the tile. Nine links share its words, so each takes the tile's title into its name. */
function Tile({ tile, slot, id, linkLabel, site }: TileProps) {
  const { path } = site.find("services", tile.service);
  return (
    <article className="tile">
      <Picture image={tile.image} site={site} slot={slot} />
      <div className="words">
        <h3 id={id}>{tile.title}</h3>
        <div className="detail">
          <div>
            <p>{tile.description}</p>
            <ul className="ruled">
              {tile.features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
            <a
              id={`${id}-link`}
              className="text-link cover-link"
              href={site.href(path ?? "/")}
              aria-labelledby={`${id}-link ${id}`}
            >
              {linkLabel}
              <Icon name="arrow" />
            </a>
          </div>
        </div>
      </div>
    </article>
  );
}
