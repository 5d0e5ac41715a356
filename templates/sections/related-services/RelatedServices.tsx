import type { SectionProps } from "eventsite/kit";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import { ServiceItem } from "../../components/ServiceItem.tsx";
import { nextInGroup } from "../../components/service-groups.ts";
import type { RelatedServicesData } from "./schema.ts";

/** The services named, or the next ones of this page's group; nothing at all where there is none. */
export function RelatedServices({ section, site, page }: SectionProps<RelatedServicesData>) {
  const next = () => (page.collection === "services" ? site.derived(nextInGroup, page.slug) : undefined);
  const services = (section.services ?? next() ?? []).map((slug) => site.find("services", slug));
  if (services.length === 0) return null;
  return (
    <Section id={page.anchorId} className="related-services light screen-only">
      <div className="page-width">
        <SectionHeading id={page.anchorId} heading={section.heading} />
        <ul>
          {services.map((service) => (
            <li key={service.slug}>
              <ServiceItem service={service} site={site} pictured />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
