import { anchor, defineSection, references, type SectionProps, text } from "eventsite/kit";
import * as z from "zod";
import { ServiceItem } from "../../components/ServiceItem.tsx";
import { TitledSection } from "../../components/TitledSection.tsx";
import { nextInGroup } from "../../model/service-groups.ts";

const schema = z.strictObject({
  type: z.literal("related-services").describe("Other services: the ones named, or the next ones of the same group."),
  id: anchor().optional(),
  heading: text(),
  services: references("services").describe("File names of content/services."),
});

/** The services named, or the next ones of this page's group; nothing at all where there is none. */
function RelatedServices({ section, site, page }: SectionProps<z.infer<typeof schema>>) {
  const next = () => (page.collection === "services" ? site.derived(nextInGroup, page.slug) : undefined);
  const services = (section.services ?? next() ?? []).map((slug) => site.find("services", slug));
  if (services.length === 0) return null;
  return (
    <TitledSection id={page.anchorId} section={section} className="related-services light screen-only">
      <ul>
        {services.map((service) => (
          <li key={service.slug}>
            <ServiceItem service={service} site={site} pictured />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

export default defineSection({ schema, Component: RelatedServices });
