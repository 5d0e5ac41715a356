// What the relay's mails say of this company and its forms, in the shape of relay/mail/words.json.
import type { SiteView } from "eventsite/kit";
import { formsDefinition } from "../forms/definition.ts";

/** Facts of the company, and what the forms ask, for a relay that does not read /forms.json. All of it is on the site's pages too. */
export function mailWords(site: Pick<SiteView, "settings" | "list" | "digest">) {
  const { brand, contact, promises, language, timeZone } = site.settings;
  const { street, city, region, postalCode, country } = contact.address;
  return {
    locale: language,
    timeZone,
    company: {
      name: brand.name,
      legalName: brand.legalName,
      phone: contact.phone,
      email: contact.email,
      address: `${street}, ${city}, ${region} ${postalCode}, ${country}`,
      hours: contact.hours.label,
      reply: promises.reply,
    },
    forms: formsDefinition(site).forms,
  };
}
