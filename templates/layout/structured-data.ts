// Structured data about the company and the page, in the vocabulary of schema.org.
import type { PageInput, SiteView } from "eventsite/kit";
import { internationalPhone } from "../model/contact-links.ts";
import { iconPaths } from "./icons.ts";
import { isNotFound, trail } from "./trail.ts";

export function structuredData(page: PageInput, site: SiteView) {
  const hasTrail = page.path !== "/" && !isNotFound(page);
  return {
    "@context": "https://schema.org",
    "@graph": [
      company(site),
      ...(page.collection === "services" ? [service(page, site)] : []),
      ...(hasTrail ? [breadcrumbs(page, site)] : []),
    ],
  };
}

const companyId = (site: SiteView) => `${site.absolute("/")}#company`;

function company(site: SiteView) {
  const { brand, contact, head } = site.settings;
  const { street, city, region, postalCode, countryCode } = contact.address;
  return {
    "@type": "LocalBusiness",
    "@id": companyId(site),
    name: brand.name,
    legalName: brand.legalName,
    url: site.absolute("/"),
    logo: site.absolute(iconPaths.png512),
    image: site.absolute(site.image(head.socialImage.src).url),
    telephone: internationalPhone(contact.phone),
    email: contact.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: street,
      addressLocality: city,
      addressRegion: region,
      postalCode,
      addressCountry: countryCode,
    },
    openingHoursSpecification: {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: contact.hours.days,
      opens: contact.hours.opens,
      closes: contact.hours.closes,
    },
  };
}

function service(page: PageInput, site: SiteView) {
  return {
    "@type": "Service",
    name: page.data.name,
    description: page.data.description,
    url: site.absolute(page.path),
    areaServed: site.settings.contact.address.city,
    provider: { "@id": companyId(site) },
  };
}

function breadcrumbs(page: PageInput, site: SiteView) {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail(page, site).map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: site.absolute(path),
    })),
  };
}
