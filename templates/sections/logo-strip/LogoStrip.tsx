import type { SectionProps } from "eventsite/kit";
import { Icon } from "../../components/Icon.tsx";
import { Picture } from "../../components/Picture.tsx";
import { TitledSection } from "../../components/TitledSection.tsx";
import type { LogoStripData } from "./schema.ts";
import { slots } from "./slots.ts";

/** Logos in one moving line that a checkbox stops, without script. The second set closes the loop visually and is hidden from screen
 * readers. */
export function LogoStrip({ section, site, page }: SectionProps<LogoStripData>) {
  const clients = section.clients?.map((slug) => site.find("clients", slug)) ?? site.list("clients");
  const logos = (isCopy: boolean) =>
    clients.map(({ slug, data }) => (
      <li key={slug}>
        <Picture image={data.logo} site={site} slot={slots.logo} className="logo" decorative={isCopy} />
      </li>
    ));
  return (
    <TitledSection id={page.anchorId} section={section} className="logo-strip light">
      <label className="icon-button pause screen-only">
        <input type="checkbox" aria-label={site.settings.labels.pauseLogos} />
        <Icon name="pause" />
        <Icon name="play" />
      </label>
      <div className="line">
        <ul>{logos(false)}</ul>
        <ul aria-hidden="true">{logos(true)}</ul>
      </div>
    </TitledSection>
  );
}
