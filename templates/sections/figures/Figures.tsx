import type { SectionProps } from "eventsite/kit";
import { TitledSection } from "../../components/TitledSection.tsx";
import type { FiguresData } from "./schema.ts";

/** Numbers that speak for the company, with what each counts. */
export function Figures({ section, page }: SectionProps<FiguresData>) {
  return (
    <TitledSection id={page.anchorId} section={section} className="figures dark" layout="page-grid side-heading">
      <dl className="fit-columns">
        {section.figures.map(({ value, label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="value">{value}</dd>
            {text && <dd className="running">{text}</dd>}
          </div>
        ))}
      </dl>
    </TitledSection>
  );
}
