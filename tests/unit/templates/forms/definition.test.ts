import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { FormsDefinition } from "../../../../relay/contract.ts";
import { parseDefinition } from "../../../../relay/mail/parse-definition.ts";
import { formsDefinition, formsFile } from "../../../../templates/forms/definition.ts";
import { type FormData, forms } from "../../../../templates/model/forms.ts";
import { siteSchema } from "../../../../templates/model/index.ts";
import { WORKSHOP_FORM } from "../../../support/every-kind-form.ts";
import { readForm } from "../../../support/form-data.ts";
import { frozenDir } from "../../../support/with-site.ts";

const settings = siteSchema.parse(parse(readFileSync(join(frozenDir, "content/site.yaml"), "utf8")));
const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
const siteOf = (...given: FormData[]) => {
  const listed = given.map((data) => ({ slug: data.form, data }));
  return { settings, digest, list: () => listed } as unknown as Parameters<typeof formsDefinition>[0];
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

test("the file names its own forms by hash, and has the same bytes in whatever order the forms are read", () => {
  const [contact, venue] = [readForm("contact"), readForm("venue")];
  const [file, ...others] = formsFile(siteOf(contact, venue));
  expect(others).toEqual([]);
  expect(file?.path).toBe("/forms.json");
  expect(formsFile(siteOf(venue, contact))[0]?.text).toBe(file?.text);
  const { version, hash, forms: described } = JSON.parse(file?.text ?? "") as FormsDefinition;
  expect([version, hash]).toEqual([1, digest(described)]);
  const changed = { ...venue, fields: venue.fields.map((field) => ({ ...field, label: `${field.label}!` })) };
  expect(formsDefinition(siteOf(contact, changed)).hash).not.toBe(hash);
  expect(formsFile(siteOf())).toEqual([]);
});

test("the relay takes the definition as it is, with labels of several lines too", () => {
  const [file] = formsFile(siteOf(readForm("talent"), { ...workshop, title: "Booking\n of a workshop" }));
  const read = parseDefinition(Buffer.from(file?.text ?? ""));
  expect(read).toEqual({ definition: JSON.parse(file?.text ?? ""), problems: [] });
  expect(read.definition?.forms.workshop?.title).toBe("Booking of a workshop");
});
