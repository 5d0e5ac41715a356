import type { SectionProps } from "eventsite/kit";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import type { StepsData } from "./schema.ts";

/** So many steps are side by side, beside their introduction; more of them are in rows. */
const SIDE_BY_SIDE = 3;

/** Steps as an ordered list, because their order matters. */
export function Steps({ section, page }: SectionProps<StepsData>) {
  return (
    <Section id={page.anchorId} className="steps light">
      <div className={`page-width page-grid ${section.steps.length <= SIDE_BY_SIDE ? "side-heading" : "many"}`}>
        <SectionHeading id={page.anchorId} heading={section.heading} intro={section.intro} />
        <ol>
          {section.steps.map(({ title, text, timing }) => (
            <li key={title}>
              {timing && <p className="timing">{timing}</p>}
              <h3>{title}</h3>
              <p className="running">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
