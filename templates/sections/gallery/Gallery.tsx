import type { SectionProps } from "eventsite/kit";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import type { GalleryData } from "./schema.ts";

/** Wide and narrow by turns, as the style sheet sets them. */
const slots = ["gallery", "gallery-tall", "gallery-square", "gallery"] as const;

/** Pictures with captions, in pairs of unequal halves. */
export function Gallery({ section, site, page }: SectionProps<GalleryData>) {
  return (
    <Section id={page.anchorId} className="gallery night">
      <div className="wrap">
        <SectionHeading id={page.anchorId} heading={section.heading} intro={section.intro} />
        <ul>
          {section.pictures.map(({ image, caption }, index) => (
            <li key={image.src}>
              <figure>
                <Picture image={image} site={site} slot={slots[index % slots.length] ?? "gallery"} />
                <figcaption>{caption}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
