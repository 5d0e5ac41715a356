import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_BODY_BYTES } from "../../../../../relay/contract.ts";
import { charactersLeft } from "../../../../../templates/forms/values/characters-left.ts";
import { findProblems, isIncomplete } from "../../../../../templates/forms/values/find-problems.ts";
import { type Entered, requestBody } from "../../../../../templates/forms/values/form-values.ts";
import { anyCharacter } from "../../../../support/process/any-character.ts";
import { rounds } from "../../../../support/process/rounds.ts";
import { type FormSlug, filledIn, shapeOf } from "../../../../support/site/form-data.ts";

const TODAY = "2026-11-21";
const enter = (slug: FormSlug, values: Record<string, string> = {}, unreadable: string[] = []): Entered => ({
  values: { ...filledIn[slug], ...values },
  unreadable: new Set(unreadable),
});
const problems = (slug: FormSlug, values: Record<string, string> = {}, unreadable: string[] = []) =>
  findProblems(shapeOf(slug), enter(slug, values, unreadable), TODAY).map(({ field, kind, count }) =>
    [field, kind, count].filter((part) => part !== undefined).join(" "),
  );

const FORMS = ["consultation", "contact", "venue", "talent"] as const;
const anyForm = fc.constantFrom(...FORMS);

test.each(FORMS)("a whole %s form has no problem", (slug) => {
  expect(problems(slug)).toEqual([]);
});

describe("what is required, and nothing else, is missed when a form is empty", () => {
  test.each([
    ["consultation", ["firstName", "lastName", "company", "email", "phone"]],
    ["contact", ["firstName", "lastName", "email"]],
    ["venue", ["name", "email", "eventType", "attendees", "preferredDate"]],
    ["talent", ["name", "email", "eventType", "attendees", "preferredDate"]],
  ] as const)("%s", (slug, required) => {
    const entered: Entered = { values: {}, unreadable: new Set() };
    const found = findProblems(shapeOf(slug), entered, TODAY);
    expect(found.map(({ field, kind }) => `${field} ${kind}`)).toEqual(required.map((name) => `${name} missing`));
    expect(isIncomplete(shapeOf(slug), entered, found)).toBe(true);
  });
});

describe("an address", () => {
  test.each(["ana@northmere.example", "a.b+c@x.co", "o'neil@example.ca", "x@localhost"])("%s is taken", (email) =>
    expect(problems("contact", { email })).toEqual([]),
  );
  test.each(["ana", "ana@", "@x.ca", "ana@x..ca", "ana x@y.ca", "ana@x.ca,b@y.ca", "ana@-x.ca", "ana@x.ca\nb"])(
    "%j is not",
    (email) => expect(problems("contact", { email })).toEqual(["email email"]),
  );
});

describe("a number of attendees", () => {
  test.each([["1"], ["5000"], ["007"]])("%s is taken", (attendees) =>
    expect(problems("venue", { attendees })).toEqual([]),
  );
  test.each([
    ["0", "attendees tooSmall 1"],
    ["-5", "attendees tooSmall 1"],
    ["12.5", "attendees number"],
    ["1e3", "attendees number"],
  ])("%s is not", (attendees, problem) => expect(problems("talent", { attendees })).toEqual([problem]));
  test("that the browser cannot read is reported as that, and counts as not filled in", () => {
    const entered = enter("talent", { attendees: "" }, ["attendees"]);
    const found = findProblems(shapeOf("talent"), entered, TODAY);
    expect(found).toEqual([{ field: "attendees", kind: "number", count: undefined }]);
    expect(isIncomplete(shapeOf("talent"), entered, found)).toBe(true);
  });
});

describe("a date", () => {
  test.each(["2026-11-21", "2026-11-22", "2031-01-01", "9999-12-31"])("%s is taken on 2026-11-21", (preferredDate) =>
    expect(problems("venue", { preferredDate })).toEqual([]),
  );
  test.each([
    ["2026-11-20", "preferredDate pastDate"],
    ["12026-01-01", "preferredDate date"],
    ["0026-12-01", "preferredDate pastDate"],
    ["soon", "preferredDate date"],
  ])("%s is not", (preferredDate, problem) => expect(problems("contact", { preferredDate })).toEqual([problem]));
  test("half typed is reported as that, even where no date is required", () => {
    const entered = enter("contact", { preferredDate: "" }, ["preferredDate"]);
    const found = findProblems(shapeOf("contact"), entered, TODAY);
    expect(found.map(({ kind }) => kind)).toEqual(["date"]);
    expect(isIncomplete(shapeOf("contact"), entered, found)).toBe(false);
  });
});

describe("lengths", () => {
  test.each([
    ["firstName", 200],
    ["phone", 50],
    ["message", 10_000],
  ] as const)("%s holds as much as the relay takes", (name, limit) => {
    expect(problems("consultation", { [name]: "x".repeat(limit) })).toEqual([]);
    expect(problems("consultation", { [name]: "x".repeat(limit + 3) })).toEqual([`${name} tooLong 3`]);
  });
  test("an address holds 254", () => {
    const email = (length: number) => `${"x".repeat(length - 5)}@y.ca`;
    expect(problems("contact", { email: email(254) })).toEqual([]);
    expect(problems("contact", { email: email(255) })).toEqual(["email tooLong 1"]);
  });

  test.each(["venue", "talent"] as const)("of a %s request, the composed text counts", (slug) => {
    const form = shapeOf(slug);
    const room = charactersLeft(form, { ...filledIn[slug], message: "x" }, "message") + 1;
    expect(room).toBeLessThan(10_000);
    const values = { ...filledIn[slug], message: "x".repeat(room) };
    const { message } = requestBody(form, values, { page: "", website: "", elapsedMs: 0 });
    expect(message).toHaveLength(10_000);
    expect(problems(slug, { message: "x".repeat(room) })).toEqual([]);
    expect(problems(slug, { message: "x".repeat(room + 2) })).toEqual(["message tooLong 2"]);
  });

  test("the whole body stays below what the relay reads, in whatever script it is written", () => {
    const unit = fc.constantFrom("x", "é", "会", "😀", "\n", '"', "\u0001", "\ud800");
    fc.assert(
      fc.property(anyForm, unit, fc.integer({ min: 1, max: 10_000 }), (slug, letter, count) => {
        const form = shapeOf(slug);
        const values = { ...filledIn[slug], message: letter.repeat(count) };
        const body = JSON.stringify(requestBody(form, values, { page: "/a-page", website: "", elapsedMs: 1e9 }));
        const isTaken = charactersLeft(form, values, "message") >= 0;
        if (isTaken) expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(MAX_BODY_BYTES);
      }),
      rounds(60, 1_000),
    );
  });
});

test("anything at all may be in the fields: there is an answer, one problem a field, in the order of the fields", () => {
  const anything = fc.string({ unit: anyCharacter, maxLength: 300 });
  fc.assert(
    fc.property(anyForm, fc.array(anything, { minLength: 10, maxLength: 10 }), (slug, texts) => {
      const form = shapeOf(slug);
      const values = Object.fromEntries(form.fields.map(({ name }, index) => [name, texts[index] ?? ""]));
      const order = form.fields.map(({ name }) => name);
      const found = findProblems(form, { values, unreadable: new Set() }, TODAY).map(({ field }) =>
        order.indexOf(field),
      );
      expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
    }),
  );
});
