import type { SectionProps } from "eventsite/kit";
import { TitledSection } from "../../components/TitledSection.tsx";
import type { StepsData } from "./schema.ts";

/** So many steps are side by side, beside their introduction; more of them are in rows. */
const SIDE_BY_SIDE = 3;

/** Steps as an ordered list, because their order matters. */
export function Steps({ section, page }: SectionProps<StepsData>) {
  const layout = section.steps.length <= SIDE_BY_SIDE ? "side-heading" : "many";
  return (
    <TitledSection id={page.anchorId} section={section} className="steps light" layout={`page-grid ${layout}`}>
      <ol>
        {section.steps.map(({ title, text, timing }) => (
          <li key={title}>
            {timing && <p className="timing">{timing}</p>}
            <h3>{title}</h3>
            <p className="running">{text}</p>
          </li>
        ))}
      </ol>
    </TitledSection>
  );
}
