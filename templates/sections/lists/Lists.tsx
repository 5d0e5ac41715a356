import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import type { SectionProps } from "../../kit/define-section.ts";
import type { ListsData } from "./schema.ts";

/** Named lists side by side. */
export function Lists({ section, page }: SectionProps<ListsData>) {
  return (
    <Section id={page.anchorId} className="lists white">
      <div className="wrap spine">
        <SectionHeading id={page.anchorId} heading={section.heading} intro={section.intro} />
        <div className="columns">
          {section.lists.map(({ title, text, items }) => (
            <div key={title}>
              <h3>{title}</h3>
              {text && <p>{text}</p>}
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </Section>
  );
}
