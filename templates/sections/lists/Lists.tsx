import type { SectionProps } from "eventsite/kit";
import { TitledSection } from "../../components/TitledSection.tsx";
import type { ListsData } from "./schema.ts";

/** Named lists side by side. What divides by three fills the page below its heading; the rest is beside it. */
export function Lists({ section, page }: SectionProps<ListsData>) {
  const layout = section.lists.length % 3 === 0 ? "" : "page-grid side-heading";
  return (
    <TitledSection id={page.anchorId} section={section} className="lists white" layout={layout}>
      <div className="fit-columns">
        {section.lists.map(({ title, text, items }) => (
          <div key={title}>
            <h3>{title}</h3>
            {text && <p className="running">{text}</p>}
            <ul className="ruled">
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </TitledSection>
  );
}
