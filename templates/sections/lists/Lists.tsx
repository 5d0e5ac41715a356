import type { SectionProps } from "eventsite/kit";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import type { ListsData } from "./schema.ts";

/** Named lists side by side. What divides by three fills the page below its heading; the rest is beside it. */
export function Lists({ section, page }: SectionProps<ListsData>) {
  const shape = section.lists.length % 3 === 0 ? "" : " page-grid side-heading";
  return (
    <Section id={page.anchorId} className="lists white">
      <div className={`page-width${shape}`}>
        <SectionHeading id={page.anchorId} heading={section.heading} intro={section.intro} />
        <div className="columns">
          {section.lists.map(({ title, text, items }) => (
            <div key={title}>
              <h3>{title}</h3>
              {text && <p className="running">{text}</p>}
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
