// What of a body is taken, what it becomes, and what is said of the rest.
import { describe, expect, test } from "vitest";
import { RefusedError } from "../../../relay/errors.ts";
import { readRequest } from "../../../relay/mail/request-schema.ts";
import { sampleSender } from "../../support/sample-mail.ts";

const FORMS = sampleSender.forms();
const REQUEST = { firstName: "Zoë", email: "zoe@visitor.ca" };
const read = (more: object = {}) => readRequest({ ...REQUEST, ...more }, FORMS);

function refusalOf(value: unknown): RefusedError {
  try {
    readRequest(value, FORMS);
  } catch (error) {
    if (error instanceof RefusedError) return error;
  }
  throw new Error("it was taken");
}
const problemsOf = (more: object) =>
  refusalOf({ ...REQUEST, ...more }).fields.map(({ field, message }) => `${field} ${message}`);

describe("a body", () => {
  test.each([[null], [[]], ["text"], [3]])("is no %j", (value) => {
    const { code, hint, message } = refusalOf(value);
    expect([code, message]).toEqual(["validation_failed", "The body must be an object with the fields of a form."]);
    expect(hint).toContain('"firstName"');
  });

  test("is read whole, and normalised", () => {
    expect(
      read({
        lastName: " Tremblay\u200b ",
        company: "e\u0301",
        phone: null,
        message: "a\r\nb\n",
        page: "/venues/",
        colour: 1,
      }),
    ).toEqual({
      fields: {
        ...{ firstName: "Zoë", lastName: "Tremblay", email: "zoe@visitor.ca", phone: "", company: "é" },
        ...{ eventType: "", attendees: "", budgetRange: "", preferredDate: "", message: "a\nb" },
      },
      answers: [{ name: "colour", label: "colour", type: "text", value: "1", unknown: true }],
      form: "consultation",
      page: "/venues/",
      website: "",
      elapsedMs: null,
      isOtherDefinition: false,
      unknownFields: 1,
      leftOutFields: 0,
    });
  });

  test("brings nothing along by its prototype", () => {
    const value = JSON.parse('{"firstName":"Zoë","email":"zoe@visitor.ca","__proto__":{"company":"Evil"}}');
    expect(readRequest(value, FORMS).fields.company).toBe("");
    expect(readRequest(Object.assign(Object.create({ company: "Evil" }), REQUEST), FORMS).fields.company).toBe("");
  });

  test("is refused with every problem at once", () => {
    const { details, hint, fields } = refusalOf({ firstName: " ", email: "zoe", phone: "1\n2", message: "a\u0007" });
    expect(fields).toEqual([
      { field: "firstName", message: "is required" },
      { field: "email", message: "is not an email address" },
      { field: "phone", message: "must be one line" },
      { field: "message", message: "holds a control character" },
    ]);
    expect(details).toContain("firstName is required; email is not an email address; ");
    expect(hint).toBe("Correct firstName, email, phone, message and send the request again.");
  });
});

describe("a field", () => {
  test.each([
    [{ firstName: undefined }, "firstName is required"],
    [{ email: "" }, "email is required"],
    [{ email: "zo\u200be@visitor.ca" }, "email is not an email address"],
    [{ email: "\u200bzoe@visitor.ca" }, "email is not an email address"],
    [{ company: 3 }, "company must be text"],
    [{ company: "a\u0000" }, "company holds a control character"],
    [{ company: "a\u2028b" }, "company must be one line"],
    [{ message: "x".repeat(10_001) }, "message is longer than 10000 characters"],
    [{ form: "party" }, "form must be one of contact, consultation, venue, talent"],
    [{ form: 3 }, "form must be one of contact, consultation, venue, talent"],
  ])("as in %j is refused: %s", (more, problem) => {
    expect(problemsOf(more)).toEqual([problem]);
  });

  test.each([
    ["firstName", 200],
    ["lastName", 200],
    ["phone", 50],
    ["company", 200],
    ["eventType", 200],
    ["attendees", 200],
    ["budgetRange", 200],
    ["preferredDate", 200],
    ["message", 10_000],
  ] as const)("such as %s may have %i characters", (name, limit) => {
    expect(read({ [name]: ` ${"x".repeat(limit)} ` }).fields[name]).toHaveLength(limit);
    expect(problemsOf({ [name]: "x".repeat(limit + 1) })).toEqual([`${name} is longer than ${limit} characters`]);
  });

  test("with the whole name is taken apart where there is no first name", () => {
    const nameOf = (more: object) => {
      const { firstName, lastName } = read(more).fields;
      return [firstName, lastName];
    };
    expect(nameOf({ firstName: undefined, name: "Zoë van Dam" })).toEqual(["Zoë", "van Dam"]);
    expect(nameOf({ firstName: " ", name: "Zoë" })).toEqual(["Zoë", ""]);
    expect(nameOf({ name: "Ann Other" })).toEqual(["Zoë", ""]);
    expect(problemsOf({ firstName: undefined, name: 3 })).toEqual(["firstName is required"]);
  });
});

test.each([
  [{}, "consultation"],
  [{ form: "" }, "consultation"],
  [{ form: null, eventType: "" }, "contact"],
  [{ attendees: "3" }, "contact"],
  [{ budgetRange: "3" }, "contact"],
  [{ preferredDate: "3" }, "contact"],
  [{ form: " talent ", eventType: "x" }, "talent"],
  [{ message: "Venue Request Details\n", eventType: "x" }, "venue"],
  [{ message: "talent request details" }, "talent"],
  [{ message: "About your venue request" }, "consultation"],
  [{ message: "About your talent request" }, "consultation"],
])("%j is a request of the %s form", (more, form) => {
  expect(read(more).form).toBe(form);
});

test.each([
  ["/", "/"],
  [" /venues/ ", "/venues/"],
  [`/${"x".repeat(199)}`, `/${"x".repeat(199)}`],
  [`/${"x".repeat(200)}`, null],
  ["venues", null],
  ["x/venues", null],
  ["/a b", null],
  ["/a<b", null],
  ["/a\u0007", null],
  ["", null],
  [3, null],
])("the page %j is kept as %j", (page, kept) => {
  expect(read({ page }).page).toBe(kept);
});

test.each([
  ["", ""],
  [" x ", "x"],
  [undefined, ""],
  [null, ""],
  [3, "filled"],
])("a honeypot with %j holds %j", (website, kept) => {
  expect(read({ website }).website).toBe(kept);
});

test.each([
  [0, 0],
  [1500.5, 1500.5],
  ["1500", 1500],
  ["999999999999", 999_999_999_999],
  ["1234567890123", null],
  ["x1", null],
  ["1x", null],
  [-1, null],
  [Number.POSITIVE_INFINITY, null],
  [null, null],
  [Number.NaN, null],
  [true, null],
])("a time of %j is %j", (elapsedMs, kept) => {
  expect(read({ elapsedMs }).elapsedMs).toBe(kept);
});
