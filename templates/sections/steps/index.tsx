import { defineSection, type SectionProps, sectionHead, text } from "eventsite/kit";
import * as z from "zod";
import { TitledSection } from "../../components/TitledSection.tsx";

const schema = z.strictObject({
  type: z.literal("steps").describe("Steps in their order: a method, a process."),
  ...sectionHead,
  steps: z
    .array(
      z.strictObject({
        title: text(),
        text: text(),
        timing: text().optional().describe('When or how long: "Week 1".'),
      }),
    )
    .min(1),
});

/** So many steps are side by side, beside their introduction; more of them are in rows. */
const SIDE_BY_SIDE = 3;

/** Steps as an ordered list, because their order matters. */
function Steps({ section, page }: SectionProps<z.infer<typeof schema>>) {
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

export default defineSection({ schema, Component: Steps });
