import { defineSection, text } from "eventsite/kit";
import * as z from "zod";
import { Picture } from "../../picture.tsx";

const slot = { crops: [{ ratio: 3 / 2, widths: [480, 960], sizes: "(width < 44rem) 92vw, 26rem" }] } as const;

export default defineSection({
  schema: z.strictObject({ type: z.literal("walk-list").describe("All walks."), heading: text(), join: text() }),
  Component: ({ section, site }) => (
    <section id="walks" className="walk-list">
      <h2>{section.heading}</h2>
      <ul>
        {site.list("walks").map(({ slug, data }) => (
          <li key={slug} id={slug}>
            <Picture image={data.photo} slot={slot} site={site} />
            <h3>{data.name}</h3>
            <p>{data.facts}</p>
            <div dangerouslySetInnerHTML={{ __html: site.markdown(data.body).html }} />
            <a href="#join" data-walk={data.name}>
              {section.join}
            </a>
          </li>
        ))}
      </ul>
    </section>
  ),
});
