import { action, anchor, defineSection, type SectionProps, text } from "eventsite/kit";
import * as z from "zod";
import { Picture } from "../../components/Picture.tsx";
import { TitledSection } from "../../components/TitledSection.tsx";

const slot = { crops: [{ ratio: 3 / 2, widths: [480, 960], sizes: "(width < 44rem) 92vw, 26rem" }] } as const;

const schema = z.strictObject({
  type: z.literal("walk-list").describe("All walks."),
  id: anchor().optional(),
  heading: text(),
  join: action().describe("Below each walk: the link to the form, which then names the walk."),
});

/** All walks. */
function WalkList({ section, site, page }: SectionProps<z.infer<typeof schema>>) {
  const { label, href } = section.join;
  return (
    <TitledSection id={page.anchorId} section={section} className="walk-list light">
      <ul>
        {site.list("walks").map(({ slug, data }) => (
          <li key={slug} id={slug}>
            <Picture image={data.photo} slot={slot} site={site} />
            <h3>{data.name}</h3>
            <p>{data.facts}</p>
            <div dangerouslySetInnerHTML={{ __html: site.markdown(data.body).html }} />
            <a href={site.href(href)} data-walk={data.name}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

export default defineSection({ schema, Component: WalkList });
