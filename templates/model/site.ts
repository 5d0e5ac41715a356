import * as z from "zod";
import { action, image, picture, text, unlike } from "../kit/field.ts";

const time = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time of day such as "09:00"');
/** http(s) with a host, and a path if need be; a query or fragment would break every address made from it. */
const webAddress = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `is not a web address such as ${example}` })
    .regex(/^[^?#]*$/, `must end before "?" and "#", as in ${example}`);
const colour = () => z.string().regex(/^#[0-9a-f]{6}$/i, 'is not a colour such as "#0B111B"');

/** content/site.yaml: what is true of the whole site. Any text of the content may name a value here as {brand.name} or {contact.phone}. */
export const siteSchema = z.strictObject({
  brand: z.strictObject({
    /** The company's name as visitors know it. */
    name: text(),
    /** The registered name, for legal pages and search engines. */
    legalName: text(),
    /** One line under the name in the footer. */
    tagline: text(),
  }),
  contact: z.strictObject({
    /** As visitors read it. */
    phone: z.string().regex(/^\+?[\d() .-]{7,20}$/, "is not a phone number"),
    email: z.email("is not an e-mail address"),
    address: z.strictObject({
      street: text(),
      city: text(),
      region: text(),
      postalCode: text(),
      /** The country's name as visitors read it. */
      country: text(),
      /** Two letters, for search engines. */
      countryCode: z.string().regex(/^[A-Z]{2}$/, 'is not a two-letter country code such as "CA"'),
    }),
    hours: z.strictObject({
      /** As visitors read it: "Monday to Friday, 9AM to 6PM". */
      label: text(),
      /** For search engines: days in English, opening and closing time. */
      days: z.array(z.enum(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])).min(1),
      opens: time(),
      closes: time(),
    }),
  }),
  /** The numbers the company stands by; written once here and used everywhere as {figures.events}. */
  figures: z.strictObject({ events: text(), venues: text(), years: text() }),
  /** What visitors are promised, used as {promises.reply}. */
  promises: z.strictObject({ reply: text(), emailReply: text() }),
  /** The address the site is published under, without a slash at its end. */
  url: webAddress("https://www.example.com").regex(
    /^https?:\/\/[^/]*\/*$/,
    "must be a host without a path: links begin at its root",
  ),
  /** How links to pages end: "slash" (/contact/, served by every bucket) or "bare" (/contact). */
  links: z.enum(["slash", "bare"]).default("slash"),
  /** The language of the words, for browsers and screen readers. */
  language: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'is not a language such as "en-CA"'),
  relay: z.strictObject({
    /** Where the relay that receives the forms answers. */
    url: webAddress("https://relay.example.com"),
    /** The public key the relay asks for, if it asks for one. */
    key: z.string().optional(),
  }),
  /** Which reading of a page is published: the page's name and the part of the file name after "@". */
  variants: z.record(z.string(), z.string()).default({}),
  head: z.strictObject({
    /** How page titles are put together; {title} is the page's own. */
    titlePattern: z.string().includes("{title}", { error: "has no {title} in it" }),
    /** The picture of shared links for pages without one of their own. */
    socialImage: image(),
    themeColor: colour(),
    backgroundColor: colour(),
    /** The name of the site's start page in the trail that search engines show. */
    breadcrumbHome: text(),
  }),
  icons: z.strictObject({
    ico: picture(),
    svg: picture(),
    apple: picture(),
    png192: picture(),
    png512: picture(),
    maskable: picture(),
  }),
  header: z.strictObject({
    /** First link of every page, for keyboards and screen readers. */
    skipLink: text(),
    /** Read with the logo: "Evenhall, home". */
    homeLabel: text(),
    /** Names the main navigation for screen readers. */
    navigationLabel: text(),
    /** The button that opens the navigation on phones. */
    menu: text(),
    /** Read before the phone number. */
    callLabel: text(),
    links: z.array(action()).min(1),
    button: action(),
  }),
  footer: z.strictObject({
    text: text(),
    /** Heading over the service links. */
    servicesHeading: text(),
    /** How many services a group shows before "all services". */
    servicesPerGroup: z.int().min(1).max(24).default(8),
    allServices: action(),
    contactHeading: text(),
    quickLinks: z.strictObject({ heading: text(), links: z.array(action()).min(1) }),
    legal: z.strictObject({ heading: text(), links: z.array(action()).min(1) }),
    /** Who made the pictures, and the like. */
    credits: text(),
    copyright: text(),
  }),
  /** The groups that services belong to, in the order of the footer and of the overview. */
  serviceGroups: unlike(z.array(z.strictObject({ id: z.string(), title: text(), text: text() })).min(1), "id"),
  /** Small words that many pages use. */
  labels: z.strictObject({
    /** Stands after the label of a field that must be filled in. */
    requiredMark: text(),
    /** Explains the mark above each form; {mark} is the mark. */
    requiredNote: z.string().includes("{mark}", { error: "has no {mark} in it" }),
    /** Read for a rating; {rating} is 1 to 5. */
    rating: z.string().includes("{rating}", { error: "has no {rating} in it" }),
    /** Read for one of several slides; {number} and {total}. */
    slide: z.string().includes("{number}", { error: "has no {number} in it" }),
    /** Names the trail of parent pages for screen readers. */
    breadcrumb: text(),
    /** Names the contents list of legal pages. */
    contents: text(),
    /** Before the date of legal pages. */
    updated: text(),
    phone: text(),
    email: text(),
    address: text(),
  }),
});

export type SiteData = z.infer<typeof siteSchema>;
