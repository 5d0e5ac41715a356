import { defineSection, reference, type SectionProps, sectionHead, text } from "eventsite/kit";
import * as z from "zod";
import { ServiceItem } from "../../components/ServiceItem.tsx";
import { TitledSection } from "../../components/TitledSection.tsx";

const schema = z.strictObject({
  type: z.literal("service-links").describe("Links to service pages, each with a sentence."),
  ...sectionHead,
  services: z
    .array(
      z.strictObject({
        service: reference("services"),
        label: text().optional().describe("Instead of the service's own name."),
        text: text().optional().describe("Instead of the service's own summary."),
      }),
    )
    .min(1),
});

/** Chosen services, each with a sentence that may be the section's own. */
function ServiceLinks({ section, site, page }: SectionProps<z.infer<typeof schema>>) {
  return (
    <TitledSection id={page.anchorId} section={section} className="service-links white" layout="page-grid side-heading">
      <ul className="fit-columns ruled">
        {section.services.map(({ service, label, text }) => (
          <li key={service}>
            <ServiceItem service={site.find("services", service)} site={site} label={label} text={text} />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

export default defineSection({ schema, Component: ServiceLinks });
