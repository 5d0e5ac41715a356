import type { SiteView } from "eventsite/kit";
import type { ListedService } from "../model/service-groups.ts";
import { Picture } from "./Picture.tsx";
import { sharedSlots } from "./picture-slots.ts";

interface Props {
  readonly service: ListedService;
  readonly site: SiteView;
  /** Instead of the service's own name and summary. */
  readonly label?: string | undefined;
  readonly text?: string | undefined;
  readonly pictured?: boolean;
  /** 4 where the list is below a heading of the third level. */
  readonly level?: 3 | 4;
}

/** A service in a list: its name is the link, which covers the whole item. */
export function ServiceItem({ service, site, label, text, pictured = false, level = 3 }: Props) {
  const { name, summary, image } = service.data;
  const Heading = `h${level}` as const;
  return (
    <article className="service-item">
      {pictured && <Picture image={image} site={site} slot={sharedSlots.service} decorative />}
      <Heading>
        <a className="cover-link" href={site.href(service.path)}>
          {label ?? name}
        </a>
      </Heading>
      <p className="running">{text ?? summary}</p>
    </article>
  );
}
