import type { SectionProps } from "eventsite/kit";
import { Picture } from "../../components/Picture.tsx";
import { ServiceItem } from "../../components/ServiceItem.tsx";
import { TitledSection } from "../../components/TitledSection.tsx";
import { type ServiceGroup, serviceGroups } from "../../model/service-groups.ts";
import type { ServiceIndexData } from "./schema.ts";
import { slots } from "./slots.ts";

type Props = SectionProps<ServiceIndexData>;

/** All services of the site in their groups. */
export function ServiceIndex({ section, site, page }: Props) {
  return (
    <TitledSection id={page.anchorId} section={section} className="service-index light">
      {serviceGroups(site).map((group) => (
        <Group key={group.id} group={group} site={site} />
      ))}
    </TitledSection>
  );
}

/** The picture of a group is that of its first service: one a group, so that the page does not repeat itself. */
function Group({ group, site }: { readonly group: ServiceGroup; readonly site: Props["site"] }) {
  const image = group.services[0]?.data.image;
  return (
    <div className="group page-grid">
      <div className="about">
        <h3>{group.title}</h3>
        <p>{group.text}</p>
        {image && <Picture image={image} site={site} slot={slots.group} decorative />}
      </div>
      <ul className="ruled">
        {group.services.map((service) => (
          <li key={service.slug}>
            <ServiceItem service={service} site={site} level={4} />
          </li>
        ))}
      </ul>
    </div>
  );
}
