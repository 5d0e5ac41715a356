import type { SectionProps } from "eventsite/kit";
import { ServiceItem } from "../../components/ServiceItem.tsx";
import { TitledSection } from "../../components/TitledSection.tsx";
import { nextInGroup } from "../../model/service-groups.ts";
import type { RelatedServicesData } from "./schema.ts";

/** The services named, or the next ones of this page's group; nothing at all where there is none. */
export function RelatedServices({ section, site, page }: SectionProps<RelatedServicesData>) {
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
