// site.yaml → who the relay's mails speak for, in the file that `npm start` hands to the relay. Plain Node, as all that starts programs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { load } from "js-yaml";

const FILE = ".eventsite/mail-words.json";

/** The file's path; null where site.yaml cannot be read: the site's own check tells why, and the relay keeps its own words. */
export function writeMailWords(contentDir, file = FILE) {
  try {
    const words = mailWordsOf(load(readFileSync(join(contentDir, "site.yaml"), "utf8")));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(words, null, 2)}\n`);
    return file;
  } catch {
    return null;
  }
}

/** In the shape of relay/message/words.json, without what the site does not say. */
function mailWordsOf(site) {
  const { street, city, region, postalCode, country } = site.contact.address;
  const company = {
    name: site.brand.name,
    legalName: site.brand.legalName,
    phone: site.contact.phone,
    email: site.contact.email,
    address: `${street}, ${city}, ${region} ${postalCode}, ${country}`,
    hours: site.contact.hours.label,
    reply: site.promises?.reply,
  };
  const known = Object.entries(company).flatMap(([name, text]) => {
    const told = fillIn(String(text ?? ""), site);
    return told === null ? [] : [[name, told]];
  });
  return { locale: site.language, timeZone: site.contact.timeZone, company: Object.fromEntries(known) };
}

/** `{brand.name}` becomes the fact of that name; null where there is none, or they lead back to themselves. */
function fillIn(text, site, depth = 5) {
  if (depth === 0 || text === "") return null;
  let isKnown = true;
  const told = text.replace(/\{([\w.]+)\}/g, (_, path) => {
    const fact = path.split(".").reduce((value, key) => value?.[key], site);
    isKnown &&= typeof fact === "string";
    return String(fact);
  });
  if (!isKnown) return null;
  return told === text ? text : fillIn(told, site, depth - 1);
}
