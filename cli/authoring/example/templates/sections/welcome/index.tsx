import { action, defineSection, image, markdown, text } from "eventsite/kit";
import * as z from "zod";
import { Picture } from "../../picture.tsx";

const small = { media: "(width < 44rem)", ratio: 1, widths: [480, 840], sizes: "100vw" };
const slot = { crops: [small, { widths: [960, 1920], sizes: "100vw" }] } as const;

const type = z.literal("welcome").describe("Opens a page.");
const optional = { action: action().optional(), photo: image().optional() };

export default defineSection({
  schema: z.strictObject({ type, heading: text(), words: markdown(), ...optional }),
  hasMainHeading: true,
  Component: ({ section, site }) => (
    <section className="welcome">
      <h1>{section.heading}</h1>
      <div dangerouslySetInnerHTML={{ __html: site.markdown(section.words).html }} />
      {section.action && <a href={site.href(section.action.href)}>{section.action.label}</a>}
      {section.photo && <Picture image={section.photo} slot={slot} site={site} isFirst />}
    </section>
  ),
});
