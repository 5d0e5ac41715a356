import type { SectionProps } from "eventsite/kit";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import type { FiguresData } from "./schema.ts";

/** Numbers that speak for the company, with what each counts. */
export function Figures({ section, page }: SectionProps<FiguresData>) {
  return (
    <Section id={page.anchorId} className="figures dark">
      <div className="page-width page-grid side-heading">
        <SectionHeading id={page.anchorId} heading={section.heading} intro={section.intro} />
        <dl>
          {section.figures.map(({ value, label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="value">{value}</dd>
              {text && <dd className="running">{text}</dd>}
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
