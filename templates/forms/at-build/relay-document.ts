// What the relay has to know of the site: which company its mails speak for, what they say, and what the forms ask.
import { formsDefinition, type RelayDocument, type SiteSettings, type SiteView } from "eventsite/kit";

/** All of it is on the site's pages too. */
export function relayDocument(site: Pick<SiteView, "settings" | "list" | "digest">): RelayDocument {
  const { brand, contact, promises, language, timeZone, mails } = site.settings;
  const { street, city, region, postalCode, country } = contact.address;
  const { forms } = formsDefinition(site);
  return {
    company: {
      name: line(brand.name),
      legalName: line(brand.legalName),
      email: contact.email,
      address: line(`${street}, ${city}, ${region} ${postalCode}, ${country}`),
      phone: line(contact.phone),
      hours: line(contact.hours.label),
      reply: line(promises.reply),
    },
    locale: language,
    timeZone,
    words: { acknowledgement: acknowledgement(mails) },
    // Without a form of its own the site may still have one that is written by hand.
    ...(Object.keys(forms).length > 0 && { forms }),
  };
}

function acknowledgement({ acknowledgement: { subject, heading, paragraphs, why } }: SiteSettings["mails"]) {
  return {
    ...(subject !== undefined && { subject: line(subject) }),
    ...(heading !== undefined && { heading: line(heading) }),
    ...(paragraphs !== undefined && { paragraphs: paragraphs.map(line) }),
    ...(why !== undefined && { why: line(why) }),
  };
}

/** Shortened to one line, so that the relay does not refuse the document. */
const line = (words: string): string =>
  words
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 500);
