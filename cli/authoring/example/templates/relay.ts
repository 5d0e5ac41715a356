// What the relay has to know of this site, published as /forms.json: in whose name it writes mails, and what the form asks.
import type { RelayDocument, SiteSettings } from "eventsite/kit";

const text = { type: "text", required: false, limit: 200 } as const;

/** The field for the whole name fills both names. */
const request = {
  title: "Walk request",
  fields: [
    { ...text, name: "firstName", label: "Name", required: true },
    { ...text, name: "lastName", label: "Name" },
    { ...text, name: "email", type: "email", label: "Email", required: true, limit: 254 },
    { ...text, name: "eventType", label: "Walk" },
    { ...text, name: "message", type: "lines", label: "Message", limit: 10_000 },
  ],
} as const;

export const relayDocument = ({ brand, language, timeZone }: SiteSettings): RelayDocument => ({
  company: { name: brand.name, email: brand.email, address: brand.place },
  locale: language,
  timeZone,
  forms: { contact: request },
});
