import type { SectionProps } from "eventsite/kit";
import { Picture } from "../../components/Picture.tsx";
import { TitledSection } from "../../components/TitledSection.tsx";
import type { GalleryData } from "./schema.ts";
import { slots } from "./slots.ts";

/** Wide and narrow by turns, as the style sheet sets them. */
const SHAPES = [slots.wide, slots.tall, slots.square, slots.wide] as const;

/** Pictures with captions, in pairs of unequal halves. */
export function Gallery({ section, site, page }: SectionProps<GalleryData>) {
  return (
    <TitledSection id={page.anchorId} section={section} className="gallery dark">
      <ul className="page-grid">
        {section.pictures.map(({ image, caption }, index) => (
          <li key={image.src}>
            <figure>
              <Picture image={image} site={site} slot={SHAPES[index % SHAPES.length] ?? slots.wide} />
              <figcaption>{caption}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
