import { defineSection, type SectionProps, sectionHead, text } from "eventsite/kit";
import * as z from "zod";
import { TitledSection } from "../../components/TitledSection.tsx";

const schema = z.strictObject({
  type: z.literal("figures").describe("Numbers that speak for the company."),
  ...sectionHead,
  figures: z.array(z.strictObject({ value: text(), label: text(), text: text().optional() })).min(1),
});

/** Numbers that speak for the company, with what each counts. */
function Figures({ section, page }: SectionProps<z.infer<typeof schema>>) {
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

export default defineSection({ schema, Component: Figures });
