// What the relay's mails say of this company and its forms, in the shape of relay/mail/words.json.
import type { SiteView } from "eventsite/kit";
import { contractNames } from "../model/form-fields.ts";
import type { FormData } from "../model/forms.ts";

/**
 * Facts of the company, and the labels of options in the fields of the contract, for a relay that does not read /forms.json. All of it is on
 * the site's pages too.
 */
export function mailWords({ settings, list }: Pick<SiteView, "settings" | "list">) {
  const { brand, contact, promises, language, timeZone } = settings;
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
    values: Object.fromEntries(list("forms").map(({ data }) => [data.form, labelsOf(data)])),
  };
}

const labelsOf = ({ fields }: FormData) =>
  Object.fromEntries(
    fields.flatMap((field) =>
      field.input === "select" && (contractNames as readonly string[]).includes(field.name)
        ? [[field.name, Object.fromEntries(field.options.map(({ value, label }) => [value, label]))]]
        : [],
    ),
  );
