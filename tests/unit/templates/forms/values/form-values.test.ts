import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FORM_NAMES, splitName } from "../../../../../relay/contract.ts";
import { requestBody } from "../../../../../templates/forms/values/form-values.ts";
import { anyCharacter } from "../../../../support/process/any-character.ts";
import { filledIn, shapeOf } from "../../../../support/site/form-data.ts";

const added = { page: "/venues", website: "", elapsedMs: 5000 };
const bodyOf = (slug: (typeof FORM_NAMES)[number], values: Record<string, string> = filledIn[slug]) =>
  requestBody(shapeOf(slug), values, added);

describe("the fields that each form sends are those of the specification", () => {
  const request = [
    "firstName",
    "lastName",
    "email",
    "phone",
    "eventType",
    "attendees",
    "budgetRange",
    "preferredDate",
    "message",
  ];
  test.each([
    ["consultation", ["firstName", "lastName", "email", "phone", "company", "message"]],
    ["contact", [...request, "company"]],
    ["venue", request],
    ["talent", request],
  ] as const)("%s", (slug, fields) => {
    const body = bodyOf(slug);
    expect(Object.keys(body).sort()).toEqual([...fields, "form", "definition", "page", "website", "elapsedMs"].sort());
    const { elapsedMs, ...texts } = body;
    expect(elapsedMs).toBe(5000);
    expect(Object.values(texts).every((value) => typeof value === "string")).toBe(true);
    expect(texts).toMatchObject({ form: slug, page: "/venues", website: "" });
  });
});

test("values travel as they were typed, a select's as its value", () => {
  expect(bodyOf("contact")).toMatchObject({
    eventType: "teambuilding",
    attendees: "50-100",
    phone: "",
    message: "A day out",
  });
  expect(bodyOf("talent")).toMatchObject({ eventType: "corporate-gala", attendees: "500", budgetRange: "$20,000" });
});

test("a venue request's message lists the answers, with words for those left empty, and names its page", () => {
  expect(bodyOf("venue").message).toBe(
    [
      "Venue Request Details",
      "",
      "Event Type: Product Launch",
      "Number of Attendees: 120",
      "Preferred Date: 2027-05-20",
      "Budget: Not specified",
      "Additional Requirements: None specified",
      "",
      "This request was sent from the Venues page.",
    ].join("\n"),
  );
});

test("a talent request's message carries what was typed, line breaks and all", () => {
  const { message } = bodyOf("talent");
  expect(message).toMatch(/^Talent Request Details\n/);
  expect(message).toContain("\nEvent Type: Corporate Gala\n");
  expect(message).toContain("\nBudget: $20,000\nArtist/Entertainment Preferences: A jazz trio\nand a DJ\n");
  expect(message).toMatch(/\n\nThis request was sent from the Talent page\.$/);
});

describe("a whole name is split at its first space", () => {
  test.each([
    ["Ana de la Cruz", "Ana", "de la Cruz"],
    ["Ana", "Ana", ""],
    ["  Ana   Cruz ", "Ana", "Cruz"],
    ["Ana Cruz", "Ana", "Cruz"],
    ["Jean-Luc O'Neil", "Jean-Luc", "O'Neil"],
    ["李 小龍", "李", "小龍"],
    ["", "", ""],
  ])("%j", (name, firstName, lastName) => expect(splitName(name)).toEqual({ firstName, lastName }));

  test("and no letter of any name is lost or moved", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        const { firstName, lastName } = splitName(name);
        expect(firstName).not.toMatch(/\s/);
        expect(`${firstName}${lastName}`.replace(/\s/g, "")).toBe(name.replace(/\s/g, ""));
      }),
    );
  });
});

test("whatever is typed, the body is JSON that says the same after its journey", () => {
  const typed = fc.string({ unit: "grapheme", maxLength: 60 });
  fc.assert(
    fc.property(fc.constantFrom(...FORM_NAMES), typed, typed, typed, (slug, name, message, email) => {
      const values = { ...filledIn[slug], name, firstName: name, message, email };
      const body = bodyOf(slug, values);
      expect(JSON.parse(JSON.stringify(body))).toEqual(body);
      expect(body.email).toBe(email);
      expect(body.message).toContain(message);
    }),
  );
});
