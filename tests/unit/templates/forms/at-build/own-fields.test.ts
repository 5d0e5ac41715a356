// Fields of a form's own: their checks, their values in the request, and the room that they share.
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { MAX_BODY_BYTES } from "../../../../../relay/contract.ts";
import { charactersLeft } from "../../../../../templates/forms/values/characters-left.ts";
import { findProblems, isIncomplete } from "../../../../../templates/forms/values/find-problems.ts";
import { type FormValues, requestBody } from "../../../../../templates/forms/values/form-values.ts";
import { forms } from "../../../../../templates/model/forms.ts";
import { WORDING, WORKSHOP_FORM } from "../../../../support/site/every-kind-form.ts";
import { checkedForm } from "../../../../support/site/form-data.ts";

const written = WORKSHOP_FORM.replace("{brand.name}", "Evenhall");
const form = checkedForm(forms.schema.parse(parse(written)));
const whole: FormValues = {
  firstName: "Ana",
  email: "ana@northmere.example",
  seats: "4",
  topics: ["staging", "sound"],
  terms: "I have read the terms and accept them.",
};
const problems = (values: FormValues) =>
  findProblems(form, { values: { ...whole, ...values }, unreadable: new Set() }, "2026-11-21").map(
    ({ field, kind, count }) => [field, kind, count].filter((part) => part !== undefined).join(" "),
  );
const added = { page: "/workshop", website: "", elapsedMs: 5 };

test("a form with what is required has no problem, and boxes are missed in words of their own", () => {
  expect(problems({})).toEqual([]);
  expect(problems({ topics: [], terms: "" })).toEqual(["topics notChosen", "terms notTicked"]);
  const entered = { values: { ...whole, topics: [] }, unreadable: new Set<string>() };
  expect(isIncomplete(form, entered, findProblems(form, entered, "2026-11-21"))).toBe(true);
});

test.each([
  [{ seats: "41" }, "seats tooLarge 40"],
  [{ seats: "0" }, "seats tooSmall 1"],
  [{ arrival: "2026-11-20" }, "arrival pastDate"],
  [{ dietaryNeeds: "x".repeat(203) }, "dietaryNeeds tooLong 3"],
  [{ notes: "x".repeat(2_001) }, "notes tooLong 1"],
])("%j is reported", (values, problem) => expect(problems(values)).toEqual([problem]));

test("choices are a list, a consent is its wording, and neither is sent where it was not made", () => {
  const body = requestBody(form, { ...whole, newsletter: WORDING }, added);
  expect(body).toMatchObject({
    topics: ["staging", "sound"],
    terms: whole.terms,
    newsletter: WORDING,
    form: "workshop",
    definition: form.definition,
  });
  const without = requestBody(form, { ...whole, topics: [] }, added);
  for (const name of ["topics", "newsletter"]) expect(without).not.toHaveProperty(name);
});

describe("what all fields share", () => {
  const many = Array.from({ length: 38 }, (_, index) => `note${index}`);
  const fields = many.map((name) => `  - { input: textarea, name: ${name}, label: ${name} }\n`).join("");
  const withFields = (more: string) =>
    checkedForm(forms.schema.parse(parse(written.replace("submit:", `${fields}submit:`) + more)));
  const full = (letter: string): FormValues => ({
    ...whole,
    ...Object.fromEntries(many.map((name, index) => [name, letter.repeat(1_990 + (index === 7 ? 5 : 0))])),
  });

  test("is reported at the longest text once the body is too large", () => {
    const large = withFields("");
    const rooms = many.map((name) => charactersLeft(large, full("会"), name));
    expect(rooms.filter((room) => room < 0)).toEqual([rooms[7]]);
    const short = { ...full("x"), note0: "" };
    const size = Buffer.byteLength(JSON.stringify(requestBody(large, short, added)));
    expect(size > MAX_BODY_BYTES - 1024).toBe(many.some((name) => charactersLeft(large, short, name) < 0));
  });

  test("is reported at a field of the composed message once that is too long", () => {
    const lines = many.slice(0, 6).map((name) => `    - { label: ${name}, field: ${name} }\n`);
    const composed = withFields(`composedMessage:\n  heading: Details\n  note: Sent.\n  lines:\n${lines.join("")}`);
    const values = Object.fromEntries(many.slice(0, 6).map((name) => [name, "x".repeat(1_900)]));
    const short = findProblems(composed, { values: { ...whole, ...values }, unreadable: new Set() }, "2026-11-21");
    expect(short.map(({ field, kind }) => `${field} ${kind}`)).toEqual(["note0 tooLong"]);
    expect(requestBody(composed, { ...whole, topics: ["sound"] }, added).message).toContain("Details");
  });
});

test("the words of choices are in a composed message", () => {
  const composed = checkedForm(
    forms.schema.parse(
      parse(`${written}composedMessage:
  heading: Details
  note: Sent.
  lines:
    - { label: Topics, field: topics, empty: None }
    - { label: Room, field: room, empty: Any }
`),
    ),
  );
  expect(requestBody(composed, whole, added).message).toBe(
    "Details\n\nTopics: Staging and light, Sound\nRoom: Any\n\nSent.",
  );
});
