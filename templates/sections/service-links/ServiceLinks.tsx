import type { SectionProps } from "eventsite/kit";
import { ServiceItem } from "../../components/ServiceItem.tsx";
import { TitledSection } from "../../components/TitledSection.tsx";
import type { ServiceLinksData } from "./schema.ts";

/** Chosen services, each with a sentence that may be the section's own. */
export function ServiceLinks({ section, site, page }: SectionProps<ServiceLinksData>) {
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
