import { anchor, defineSection, reference, type SectionProps, text } from "eventsite/kit";
import * as z from "zod";
import { Island } from "../../components/Island.tsx";
import { TitledSection } from "../../components/TitledSection.tsx";
import { Form } from "../../forms/Form.tsx";
import island from "./island.ts";

const schema = z.strictObject({
  type: z.literal("request-form").describe("A form that is sent as mail, with the words beside it."),
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
  form: reference("forms").describe("The file name of content/forms."),
});

/** A form of content/forms. */
function RequestForm({ section, site, page }: SectionProps<z.infer<typeof schema>>) {
  return (
    <TitledSection id={page.anchorId} section={section} className="request-form dark">
      <Island of={island} props={{}} site={site}>
        <Form slug={section.form} path={page.path} site={site} />
      </Island>
    </TitledSection>
  );
}

export default defineSection({ schema, Component: RequestForm });
