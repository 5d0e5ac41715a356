import { emailLink, phoneLink } from "../../components/contact-links.ts";
import { Icon } from "../../components/Icon.tsx";
import { Picture } from "../../components/Picture.tsx";
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import { RequestForm as Form } from "../../forms/RequestForm.tsx";
import type { SectionProps } from "../../kit/define-section.ts";
import type { RequestFormData } from "./schema.ts";

type Props = SectionProps<RequestFormData>;

/** A request form with a picture, or with the ways to reach the company, beside it. */
export function RequestForm({ section, site, page }: Props) {
  const { heading, subheading, form, card, image, panel } = section;
  return (
    <Section id={page.anchorId} className={`request-form ${panel || image ? "beside" : "alone"} white`}>
      <div className="wrap">
        <div className="main">
          <SectionHeading id={page.anchorId} heading={heading} intro={subheading} />
          <div className={card && "card"}>
            {card && <h3>{card.title}</h3>}
            {card?.text && <p>{card.text}</p>}
            <Form slug={form} site={site} path={page.path} />
          </div>
        </div>
        {panel && <ContactPanel panel={panel} site={site} />}
        {image && !panel && <Picture image={image} site={site} slot="form-side" className="side" />}
      </div>
    </Section>
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
    <div className="side panel night">
      <Picture image={panel.image} site={site} slot="panel" />
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
