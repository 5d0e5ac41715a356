// What the relay has to know of this site, published as /forms.json: in whose name it writes mails, and what the forms ask.
import { formsDefinition, type RelayDocument, type SiteView } from "eventsite/kit";

export function relayDocument(site: SiteView): RelayDocument {
  const { brand, language, timeZone } = site.settings;
  const { forms } = formsDefinition(site);
  return {
    company: { name: brand.name, email: brand.email, address: brand.place },
    locale: language,
    timeZone,
    // Without a form in content/forms, the relay takes its own.
    ...(Object.keys(forms).length > 0 && { forms }),
  };
}
