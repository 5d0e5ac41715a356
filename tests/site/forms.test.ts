import { describe, expect, test } from "vitest";
import { buildSite } from "../support/built-site.ts";
import { attribute, type HtmlElement, one, select, text } from "../support/html.ts";

const site = await buildSite();

interface ExpectedField {
  readonly name: string;
  readonly label: string;
  /** A type of input, or "select", or "textarea". */
  readonly kind: string;
  readonly required?: true;
  readonly placeholder?: string | RegExp;
  /** [value, label] for a select; for others none. */
  readonly options?: readonly (readonly [string, string])[];
  readonly more?: Readonly<Record<string, string>>;
}

const field = (name: string, label: string, kind: string, more: Partial<ExpectedField> = {}): ExpectedField => ({
  name,
  label,
  kind,
  ...more,
});
const required = { required: true } as const;

const person = [field("firstName", "First Name", "text", required), field("lastName", "Last Name", "text", required)];

const requestFields = (eventTypes: ExpectedField["options"], guests: string, last: string): ExpectedField[] => [
  field("name", "Your Name", "text", required),
  field("email", "Your Email", "email", required),
  field("phone", "Your Phone (optional)", "tel"),
  field("eventType", "Event Type", "select", { ...required, placeholder: "Select event type", options: eventTypes }),
  field("attendees", "Number of Attendees", "number", {
    ...required,
    placeholder: new RegExp(`\\b${guests}$`),
    more: { min: "1" },
  }),
  field("preferredDate", "Preferred Dates", "date", required),
  field("budgetRange", "Budget", "text", { placeholder: /\$[\d,]+ - \$[\d,]+$/ }),
  field("message", last, "textarea"),
];

const forms: { name: string; path: string; submit: string; fields: ExpectedField[] }[] = [
  {
    name: "consultation",
    path: "/",
    submit: "Request Free Consultation",
    fields: [
      ...person,
      field("company", "Company", "text", required),
      field("email", "Email Address", "email", required),
      field("phone", "Phone Number", "tel", required),
      field("message", "Event Details", "textarea", {
        placeholder: /type.*date.*guests.*budget.*special requirements/i,
      }),
    ],
  },
  {
    name: "contact",
    path: "/contact/",
    submit: "Send Request",
    fields: [
      ...person,
      field("email", "Email", "email", required),
      field("phone", "Phone", "tel"),
      field("company", "Company", "text"),
      field("eventType", "Event type", "select", {
        placeholder: "Select event type",
        options: [
          ["conference", "Conference"],
          ["meeting", "Executive Meeting"],
          ["teambuilding", "Team Building"],
          ["launch", "Product Launch"],
          ["awards", "Awards Ceremony"],
          ["tradeshow", "Trade Show"],
          ["other", "Other"],
        ],
      }),
      field("attendees", "Number of attendees", "select", {
        placeholder: "Number of attendees",
        options: ["10-25", "25-50", "50-100", "100-250", "250-500", "500+"].map((band) => [band, band] as const),
      }),
      field("budgetRange", "Budget range", "select", {
        placeholder: "Select budget range",
        options: [
          ["under-10k", "Under $10,000"],
          ["10k-25k", "$10,000 - $25,000"],
          ["25k-50k", "$25,000 - $50,000"],
          ["50k-100k", "$50,000 - $100,000"],
          ["100k-250k", "$100,000 - $250,000"],
          ["250k-500k", "$250,000 - $500,000"],
          ["500k+", "$500,000+"],
        ],
      }),
      field("preferredDate", "Preferred date", "date"),
      field("message", "Message", "textarea", { more: { rows: "4" } }),
    ],
  },
  {
    name: "venue",
    path: "/venues/",
    submit: "Submit Venue Request",
    fields: requestFields(
      [
        ["conference", "Conference"],
        ["meeting", "Meeting"],
        ["gala", "Gala"],
        ["team-building", "Team Building"],
        ["product-launch", "Product Launch"],
        ["other", "Other"],
      ],
      "50",
      "Additional Requirements",
    ),
  },
  {
    name: "talent",
    path: "/talent/",
    submit: "Submit Talent Request",
    fields: requestFields(
      [
        ["corporate-gala", "Corporate Gala"],
        ["conference", "Conference"],
        ["product-launch", "Product Launch"],
        ["team-building", "Team Building"],
        ["awards-ceremony", "Awards Ceremony"],
        ["other", "Other"],
      ],
      "500",
      "Artist/Entertainment Preferences",
    ),
  },
];

const controlsOf = (form: HtmlElement) =>
  ["input", "select", "textarea"]
    .flatMap((tag) => select(form, tag))
    .filter((control) => attribute(control, "type") !== "hidden" && attribute(control, "name") !== "website");

describe.each(forms)("the $name form on $path", ({ name, path, submit, fields }) => {
  const form = one(site.page(path), "form");
  const labels = select(form, "label");

  test("has the fields of the specification in its order, marked where they are required", () => {
    expect(labels.map(text)).toEqual(fields.map(({ label, required }) => `${label}${required ? "*" : ""}`));
    expect(controlsOf(form)).toHaveLength(fields.length);
  });

  test.each(fields)(
    "asks for $label",
    ({ name: fieldName, kind, label, required, placeholder, options, more = {} }) => {
      const [control, ...others] = controlsOf(form).filter((each) => attribute(each, "name") === fieldName);
      expect(others).toEqual([]);
      if (!control) throw new Error(`There is no field "${fieldName}".`);
      const labelled = labels.filter((each) => attribute(each, "for") === attribute(control, "id"));
      expect(labelled.map((each) => text(each).replace("*", ""))).toEqual([label]);
      expect(control.tagName === "input" ? attribute(control, "type") : control.tagName).toBe(kind);
      expect(attribute(control, "required") !== undefined).toBe(required === true);
      for (const [attributeName, value] of Object.entries(more)) expect(attribute(control, attributeName)).toBe(value);
      if (options) {
        const [first, ...rest] = select(control, "option").map((option) => [attribute(option, "value"), text(option)]);
        expect(first).toEqual(["", placeholder]);
        expect(rest).toEqual(options);
        expect(select(control, "option[selected]")).toEqual([]);
      } else if (placeholder) expect(attribute(control, "placeholder")).toMatch(placeholder);
      else expect(attribute(control, "placeholder")).toBeUndefined();
    },
  );

  test("explains the mark, hides it from screen readers, and submits with its own words", () => {
    expect(text(form)).toContain("Fields marked * are required.");
    for (const mark of select(form, "label span")) expect(attribute(mark, "aria-hidden")).toBe("true");
    const button = one(form, "button");
    expect([text(button), attribute(button, "type")]).toEqual([submit, "submit"]);
  });

  test("posts to the relay, with the form's name, the page, and an empty field that people do not see", () => {
    expect(attribute(form, "method")).toBe("post");
    expect(attribute(form, "action")).toBe("https://relay.example.com/functions/v1/send-contact-email");
    const hidden = select(form, "input[type=hidden]").map((input) => [
      attribute(input, "name"),
      attribute(input, "value"),
    ]);
    expect(hidden).toEqual([
      ["form", name],
      ["page", path.replace(/(?<=.)\/$/, "")],
      ["definition", JSON.parse(site.file("forms.json")).hash],
    ]);
    const trap = one(form, "input[name=website]");
    expect([attribute(trap, "tabindex"), attribute(trap, "autocomplete"), attribute(trap, "value")]).toEqual([
      "-1",
      "off",
      undefined,
    ]);
    const hiddenFromAll = select(form, "div[aria-hidden=true]").some((box) => select(box, "input").includes(trap));
    expect(hiddenFromAll).toBe(true);
  });

  test("lets browsers fill in what they know, and holds lengths to what the relay takes", () => {
    const known = {
      firstName: "given-name",
      lastName: "family-name",
      name: "name",
      email: "email",
      phone: "tel",
      company: "organization",
    };
    for (const control of controlsOf(form)) {
      const expected = known[attribute(control, "name") as keyof typeof known];
      expect(attribute(control, "autocomplete")).toBe(expected);
    }
    const limits = Object.fromEntries(
      controlsOf(form).map((control) => [attribute(control, "name"), attribute(control, "maxlength")]),
    );
    expect(limits.message).toBe("10000");
    expect(limits.email).toBe("254");
    expect(limits.phone).toBe("50");
    expect(limits.firstName ?? limits.name).toBe("200");
  });
});

test("no other page has a form", () => {
  const withForm = site.paths.filter((path) => select(site.page(path), "form").length > 0);
  expect(withForm).toEqual(["/", "/contact/", "/talent/", "/venues/"]);
});
