import type { SectionProps } from "eventsite/kit";
import { Icon } from "../../components/Icon.tsx";
import { Island } from "../../components/Island.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import { formProps } from "../../forms/at-build/form-props.ts";
import { draftKey } from "../../forms/in-browser/draft.ts";
import { emailLink, phoneLink } from "../../model/contact-links.ts";
import island from "./island.tsx";
import type { RequestFormData } from "./schema.ts";
import { slots } from "./slots.ts";

type Props = SectionProps<RequestFormData>;

/** A request form: alone, beside the ways to reach the company, or beside its own heading on a picture. */
export function RequestForm({ section, site, page }: Props) {
  const { heading, subheading, panel, image } = section;
  const title = <SectionHeading id={page.anchorId} heading={heading} intro={subheading} />;
  if (image && !panel)
    return (
      <Section id={page.anchorId} className="request-form pictured white screen-only">
        <div className="side dark">
          <Picture image={image} site={site} slot={slots.side} className="backdrop shaded" />
          {title}
        </div>
        <FormCard section={section} site={site} page={page} />
      </Section>
    );
  return (
    <Section id={page.anchorId} className={`request-form white screen-only${panel ? " panelled" : ""}`}>
      <div className={`page-width page-grid${panel ? "" : " side-heading"}`}>
        {title}
        <FormCard section={section} site={site} page={page} />
        {panel && <ContactPanel panel={panel} site={site} />}
      </div>
    </Section>
  );
}

function FormCard({ section, site, page }: Props) {
  const { card, form } = section;
  const { relay, labels } = site.settings;
  const props = formProps(form, site, page.path);
  return (
    <div className="card">
      {card && <h3>{card.title}</h3>}
      {card?.text && <p>{card.text}</p>}
      {relay.url === "" && <p>{labels.form.preview}</p>}
      <Island of={island} props={props} keeps={{ key: draftKey(props.form), note: labels.typedKept }} site={site} />
    </div>
  );
}

interface PanelProps {
  readonly panel: NonNullable<RequestFormData["panel"]>;
  readonly site: Props["site"];
}

function ContactPanel({ panel, site }: PanelProps) {
  const { labels, contact } = site.settings;
  const { street, city, region, postalCode, country } = contact.address;
  return (
    <div className="panel dark">
      <Picture image={panel.image} site={site} slot={slots.panel} />
      <h3>{panel.heading}</h3>
      <dl>
        <dt>
          <Icon name="phone" />
          {labels.phone}
        </dt>
        <dd>
          <a href={phoneLink(contact.phone)}>{contact.phone}</a>
          <span>{contact.hours.label}</span>
        </dd>
        <dt>
          <Icon name="mail" />
          {labels.email}
        </dt>
        <dd>
          <a href={emailLink(contact.email)}>{contact.email}</a>
          <span>{panel.emailNote}</span>
        </dd>
        <dt>
          <Icon name="pin" />
          {labels.address}
        </dt>
        <dd>
          <address>
            {street}
            <br />
            {city}, {region} {postalCode}
            <br />
            {country}
          </address>
        </dd>
      </dl>
    </div>
  );
}
