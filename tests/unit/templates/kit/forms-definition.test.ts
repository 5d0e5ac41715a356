import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseDocument } from "../../../../relay/words/site-document.ts";
import { relayDocument } from "../../../../templates/forms/at-build/relay-document.ts";
import { formsDefinition } from "../../../../templates/kit/index.ts";
import { type FormData, forms } from "../../../../templates/model/forms.ts";
import { siteSchema } from "../../../../templates/model/index.ts";
import { WORKSHOP_FORM } from "../../../support/site/every-kind-form.ts";
import { readForm } from "../../../support/site/form-data.ts";
import { frozenDir } from "../../../support/site/with-site.ts";

const settings = siteSchema.parse(parse(readFileSync(join(frozenDir, "content/site.yaml"), "utf8")));
const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
const siteOf = (...given: FormData[]) => {
  const listed = given.map((data) => ({ slug: data.form, data }));
  return { settings, digest, list: () => listed } as unknown as Parameters<typeof relayDocument>[0];
};
const workshop = forms.schema.parse(parse(WORKSHOP_FORM));

test("every kind of field is described in the relay's words", () => {
  const { fields, title } = formsDefinition(siteOf(workshop)).forms.workshop ?? { fields: [] };
  expect(title).toBe("Workshop booking");
  expect(fields.map(({ name, type, limit, required }) => [name, type, limit, required].join(" "))).toEqual([
    "firstName text 200 true",
    "email email 254 true",
    "phone phone 50 false",
    "arrival date 200 false",
    "seats number 200 true",
    "room choice 200 false",
    "topics choices 2000 true",
    "dietaryNeeds text 200 false",
    "notes lines 2000 false",
    "terms consent 2000 true",
    "newsletter consent 2000 false",
  ]);
  const of = (name: string) => fields.find((field) => field.name === name);
  expect(of("seats")).toMatchObject({ min: 1, max: 40 });
  expect(of("room")?.options).toEqual([
    { value: "loft", label: "The loft" },
    { value: "hall", label: "The hall" },
  ]);
  expect(of("terms")).toMatchObject({ label: "Terms", wording: "I have read the terms and accept them." });
  expect(of("newsletter")?.wording).toMatch(/^I agree that \{brand\.name\} sends .* by email\. I can withdraw/);
});

test("a whole name is two fields, of which a single word fills the first", () => {
  const { fields } = formsDefinition(siteOf(readForm("venue"))).forms.venue ?? { fields: [] };
  expect(fields.slice(0, 2)).toEqual([
    { name: "firstName", type: "text", label: "Your Name", required: true, limit: 200 },
    { name: "lastName", type: "text", label: "Your Name", required: false, limit: 200 },
  ]);
});

test("the titles of the first four forms are those of the team's mails", () => {
  const all = (["venue", "contact", "talent", "consultation"] as const).map(readForm);
  const definition = formsDefinition(siteOf(...all));
  expect(Object.entries(definition.forms).map(([name, { title }]) => `${name}: ${title}`)).toEqual([
    "consultation: Consultation request",
    "contact: Contact request",
    "talent: Talent request",
    "venue: Venue request",
  ]);
});

test("is named by the hash of its forms, which are the same in whatever order they are read", () => {
  const [contact, venue] = [readForm("contact"), readForm("venue")];
  const { version, hash, forms: described } = formsDefinition(siteOf(contact, venue));
  expect([version, hash]).toEqual([1, digest(described)]);
  expect(JSON.stringify(formsDefinition(siteOf(venue, contact)).forms)).toBe(JSON.stringify(described));
  const changed = { ...venue, fields: venue.fields.map((field) => ({ ...field, label: `${field.label}!` })) };
  expect(formsDefinition(siteOf(contact, changed)).hash).not.toBe(hash);
});

test("the relay takes the document as it is, with words of several lines too", () => {
  const site = siteOf(readForm("talent"), { ...workshop, title: "Booking\n of a workshop" });
  const brand = { ...settings.brand, legalName: "Evenhall\n Events Inc." };
  const mails = { acknowledgement: { paragraphs: ["Your reference:\n{reference}"] } };
  const document = relayDocument({ ...site, settings: { ...settings, brand, mails } });
  const read = parseDocument(Buffer.from(JSON.stringify({ version: 1, ...document })));
  expect(read.problems).toEqual([]);
  expect(read.document?.forms.forms).toEqual(formsDefinition(site).forms);
  expect(read.document?.forms.forms.workshop?.title).toBe("Booking of a workshop");
  expect(read.document?.company).toMatchObject({ name: "Evenhall", legalName: "Evenhall Events Inc." });
  expect(read.document?.words.acknowledgement.paragraphs).toEqual(["Your reference: {reference}"]);
});

test("a site without forms names its company to the relay all the same", () => {
  const document = relayDocument(siteOf());
  expect(Object.keys(document)).not.toContain("forms");
  expect(document.company.name).toBe("Evenhall");
});
