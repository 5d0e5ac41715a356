// The fields of a request form, as staff declare them. What the relay takes is in its contract; here is said what a form may ask.
import { action, asText, text, uniqueBy } from "eventsite/kit";
import * as z from "zod";
import { CALL_NAMES, FIELD_LIMITS, type FieldName, OWN_FIELD_NAME, OWN_FIELDS } from "../../relay/contract.ts";

/** "name" is a whole name in one field: the first word is sent as firstName, the rest as lastName. */
const WHOLE_NAME = "name";

const contractNames = Object.keys(FIELD_LIMITS) as readonly FieldName[];

/** Characters at most of one choice. */
const VALUE_LIMIT = 200;

/** Properties of a form's element that scripts use: a field of that name would take their place. */
const TAKEN_BY_BROWSERS = new Set(
  `addEventListener appendChild attributes childNodes children closest constructor contains customElementRegistry dispatchEvent elements
  firstChild getAttribute getRootNode hasAttribute hasOwnProperty insertBefore isConnected isPrototypeOf l lastChild localName namespaceURI
  nextSibling noValidate nodeName nodeType nodeValue ownerDocument parentElement parentNode previousSibling propertyIsEnumerable
  querySelector querySelectorAll removeAttribute removeChild removeEventListener replaceChild replaceChildren requestSubmit reset
  setAttribute submit tagName textContent toLocaleString toString valueOf`.split(/\s+/),
);

const isContract = (name: string): boolean => name === WHOLE_NAME || Object.hasOwn(FIELD_LIMITS, name);

const plainName = (name: string): string => name.replaceAll("_", "").toLowerCase();

/** The contract's name where only capitals or underscores differ from it: "first_name" means firstName. */
const meantName = (name: string): string => contractNames.find((known) => plainName(known) === plainName(name)) ?? name;

interface Problem {
  readonly message: string;
  readonly hint: string;
}

const OTHER = "choose another, such as projectName";

/** Why a form's own field cannot have a name; undefined where it can. */
function ownNameProblem(name: string): Problem | undefined {
  if ((CALL_NAMES as readonly string[]).includes(name))
    return { message: "is a name that every request uses for something else", hint: OTHER };
  if (TAKEN_BY_BROWSERS.has(name)) return { message: "is a name that browsers use themselves", hint: OTHER };
  if (OWN_FIELD_NAME.test(name)) return undefined;
  const hint = "use letters without accents, digits and _, beginning with a small letter, at most 40: dietaryNeeds";
  return { message: "is not a name for a field", hint };
}

/** `isUnfit` says why a name of the contract cannot be that of this kind of field. */
const fieldName = (isUnfit: (name: string) => Problem | undefined) =>
  z.string().superRefine((name, context) => {
    const problem = isContract(name) ? isUnfit(name) : ownNameProblem(name);
    if (meantName(name) !== name) context.addIssue({ code: "invalid_value", values: [...contractNames], input: name });
    else if (problem) context.addIssue({ code: "custom", message: problem.message, params: { hint: problem.hint } });
  });

const NAMES = `${contractNames.join(", ")}, name (a whole name in one field), or a name of the form's own such as dietaryNeeds.`;

const anyName = fieldName(() => undefined).describe(NAMES);
const linesName = fieldName((name) =>
  name === "message"
    ? undefined
    : { message: "has one line in every request", hint: "take `input: text`, or a name of the form's own" },
).describe("message, or a name of the form's own.");
const ownName = fieldName(() => ({ message: "is text in every request", hint: OTHER })).describe(
  "A name of the form's own, such as dietaryNeeds.",
);

const asked = {
  label: text(),
  required: z.boolean().default(false).describe("Must be filled in."),
  hint: text().optional().describe("A sentence under the label."),
};

const width = {
  width: z.enum(["full", "half"]).default("full").describe('"half" lets two fields share a row on wide screens.'),
};

const typed = {
  ...asked,
  autocomplete: z
    .string()
    .optional()
    .describe("What browsers may fill in by themselves: given-name, email, tel, organization …"),
  ...width,
};

const placeholder = { placeholder: text().optional() };

/** Compared with what the relay receives, so it is written in the form in which the relay keeps texts. */
const sentValue = () =>
  z
    .string()
    .refine((value) => value.trim() !== "", "has no words in it")
    .refine((value) => !/\p{Cc}/u.test(value), "must be one line")
    .refine((value) => value === value.trim().normalize("NFC"), "must not begin or end with a blank")
    .max(VALUE_LIMIT);

const options = () =>
  uniqueBy(z.array(z.strictObject({ value: sentValue().describe("What is sent."), label: text() })).min(1), "value");

/** One line, whatever its lines in the file: it is compared with what the relay receives. */
const wording = () =>
  asText(
    text()
      .overwrite((words) =>
        words
          .replace(/[ \t\r\n]+/g, " ")
          .trim()
          .normalize("NFC"),
      )
      .refine((words) => words.length <= OWN_FIELDS.characters, `has more than ${OWN_FIELDS.characters} characters`),
  );

export const formField = z.discriminatedUnion("input", [
  z.strictObject({
    input: z.enum(["text", "email", "tel", "date"]),
    name: anyName,
    ...placeholder,
    ...typed,
  }),
  z
    .strictObject({
      input: z.literal("number"),
      name: anyName,
      ...placeholder,
      min: z.int().default(1).describe("The least number."),
      max: z.int().optional().describe("The greatest number."),
      ...typed,
    })
    .refine(({ min, max = min }) => max >= min, { path: ["max"], error: 'is less than "min"' }),
  z.strictObject({
    input: z.literal("select"),
    name: anyName,
    placeholder: text().describe("Shown until an option is chosen."),
    options: options(),
    ...typed,
  }),
  z.strictObject({
    input: z.literal("textarea"),
    name: linesName,
    ...placeholder,
    rows: z.int().min(2).max(20).default(4).describe("Height of the box in lines."),
    ...typed,
  }),
  z.strictObject({
    input: z.literal("checkboxes"),
    name: ownName,
    options: options().refine(
      (items) => items.reduce((sum, { value }) => sum + value.length, 0) <= OWN_FIELDS.characters,
      `has more than ${OWN_FIELDS.characters} characters in its values: take shorter ones`,
    ),
    ...asked,
    ...width,
  }),
  z.strictObject({
    input: z.literal("consent"),
    name: ownName,
    wording: wording().describe(
      "The exact words beside the box. They are sent and kept as the proof of what was agreed to.",
    ),
    link: action().optional().describe("A link under the words, such as one to the privacy policy."),
    ...asked,
    ...width,
  }),
]);

export type FormField = z.infer<typeof formField>;

interface Asked {
  readonly fields: readonly { readonly name: string }[];
  readonly composedMessage?: { readonly lines: readonly { readonly field: string }[] } | undefined;
}

interface FormProblem extends Problem {
  readonly path: (string | number)[];
}

/** What is wrong with a form as a whole. */
export function formProblems({ fields, composedMessage }: Asked): readonly FormProblem[] {
  // A misspelt name has been reported, and is not missing too.
  const names = fields.map(({ name }) => meantName(name));
  const has = (...wanted: readonly string[]) => names.some((name) => wanted.includes(name));
  // A name that is there twice has been reported: one of the two may be meant to be the missing one.
  const hasTwice = new Set(names).size < names.length;
  const own = names.filter((name) => !isContract(name)).length;
  const tooMany: FormProblem = {
    path: ["fields"],
    message: `has ${own} fields of the form's own; it may have ${OWN_FIELDS.count}`,
    hint: "ask for less, or make two forms of it",
  };
  return [
    ...(hasTwice || has("firstName", WHOLE_NAME) ? [] : [lacks("firstName", "text", "First name")]),
    ...(hasTwice || has("email") ? [] : [lacks("email", "email", "Email")]),
    ...names.flatMap((name, index) => {
      const isPart = has(WHOLE_NAME) && (name === "firstName" || name === "lastName");
      return isPart ? [partOfName(["fields", index, "name"])] : [];
    }),
    ...(composedMessage?.lines ?? []).flatMap(({ field }, index) => {
      if (has(field)) return [];
      const path = ["composedMessage", "lines", index, "field"];
      return [
        { path, message: "is not the name of a field of this form", hint: `its fields are: ${names.join(", ")}` },
      ];
    }),
    ...(own > OWN_FIELDS.count ? [tooMany] : []),
  ];
}

const lacks = (name: string, input: string, label: string): FormProblem => ({
  path: ["fields"],
  message: `has no field "${name}": the relay takes no request without it`,
  hint: `add \`- { input: ${input}, name: ${name}, label: ${label}, required: true }\``,
});

/** A whole name is sent as two fields of the contract. */
const partOfName = (path: FormProblem["path"]): FormProblem => ({
  path,
  message: `is a part of the field "${WHOLE_NAME}"`,
  hint: "take one of the two out",
});
