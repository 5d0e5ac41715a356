// The four forms of the frozen site as the templates get them, with their defaults filled in.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { FormName } from "../../../relay/contract.ts";
import type { FormShape } from "../../../templates/forms/values/form-values.ts";
import { limitOf } from "../../../templates/kit/index.ts";
import { type FormData, forms } from "../../../templates/model/forms.ts";
import { frozenDir } from "./with-site.ts";

export type FormSlug = FormName;

export const readForm = (slug: FormSlug): FormData =>
  forms.schema.parse(parse(readFileSync(join(frozenDir, `content/forms/${slug}.yaml`), "utf8")));

/** The form as the browser checks and sends it. */
export const shapeOf = (slug: FormSlug): FormShape => checkedForm(readForm(slug));

export const checkedForm = (form: FormData): FormShape => ({
  ...form,
  fields: form.fields.map((field) => ({ ...field, limit: limitOf(field) })),
  definition: "0123456789abcdef",
});

/** Whole values for each form, as a visitor types them. */
export const filledIn = {
  consultation: {
    firstName: "Ana",
    lastName: "de la Cruz",
    company: "Northmere",
    email: "ana@northmere.example",
    phone: "416-555-0199",
    message: "Gala for 200\nin May",
  },
  contact: {
    firstName: "Ana",
    lastName: "de la Cruz",
    email: "ana@northmere.example",
    phone: "",
    company: "",
    eventType: "teambuilding",
    attendees: "50-100",
    budgetRange: "25k-50k",
    preferredDate: "2027-05-20",
    message: "A day out",
  },
  venue: {
    name: "Ana de la Cruz",
    email: "ana@northmere.example",
    phone: "",
    eventType: "product-launch",
    attendees: "120",
    preferredDate: "2027-05-20",
    budgetRange: "",
    message: "",
  },
  talent: {
    name: "Ana",
    email: "ana@northmere.example",
    phone: "416-555-0199",
    eventType: "corporate-gala",
    attendees: "500",
    preferredDate: "2027-05-20",
    budgetRange: "$20,000",
    message: "A jazz trio\nand a DJ",
  },
} as const satisfies Record<FormSlug, Record<string, string>>;
