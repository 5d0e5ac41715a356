import type { SectionProps } from "eventsite/kit";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import { ServiceItem } from "../../components/ServiceItem.tsx";
import type { ServiceLinksData } from "./schema.ts";

/** Chosen services, each with a sentence that may be the section's own. */
export function ServiceLinks({ section, site, page }: SectionProps<ServiceLinksData>) {
  return (
    <Section id={page.anchorId} className="service-links white">
      <div className="page-width page-grid side-heading">
        <SectionHeading id={page.anchorId} heading={section.heading} intro={section.intro} />
        <ul>
          {section.services.map(({ service, label, text }) => (
            <li key={service}>
              <ServiceItem service={site.find("services", service)} site={site} label={label} text={text} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
