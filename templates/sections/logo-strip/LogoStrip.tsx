import type { SectionProps } from "eventsite/kit";
import { Icon } from "../../components/Icon.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import type { LogoStripData } from "./schema.ts";
import { slots } from "./slots.ts";

/** Logos in one moving line that a checkbox stops, without script. The second set closes the loop visually and is hidden from screen
 * readers. */
export function LogoStrip({ section, site, page }: SectionProps<LogoStripData>) {
  const clients = section.clients?.map((slug) => site.find("clients", slug)) ?? site.list("clients");
  const logos = (isCopy: boolean) =>
    clients.map(({ slug, data }) => (
      <li key={slug}>
        <Picture image={data.logo} site={site} slot={slots.logo} decorative={isCopy} />
      </li>
    ));
  return (
    <Section id={page.anchorId} className="logo-strip light">
      <div className="page-width">
        <SectionHeading id={page.anchorId} heading={section.heading} />
        <label className="pause">
          <input type="checkbox" aria-label={site.settings.labels.pauseLogos} />
          <Icon name="pause" />
          <Icon name="play" />
        </label>
        <div className="line">
          <ul>{logos(false)}</ul>
          <ul aria-hidden="true">{logos(true)}</ul>
        </div>
      </div>
    </Section>
  );
}
