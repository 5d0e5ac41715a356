// The fields of a request form, as staff declare them. What the relay takes is in its contract; here is said what a form may ask.
import { action, asText, text, unlike } from "eventsite/kit";
import * as z from "zod";
import { CALL_NAMES, FIELD_LIMITS, type FieldName, FORM_NAMES, OWN_FIELD_NAME } from "../../relay/contract.ts";

/** "name" is a whole name in one field: the first word is sent as firstName, the rest as lastName. */
const WHOLE_NAME = "name";

export const contractNames = Object.keys(FIELD_LIMITS) as readonly FieldName[];

/** The forms that relays know without a definition. */
export const firstForms: readonly string[] = FORM_NAMES;

/** Characters at most. A relay that does not know a field yet keeps 2,000 of it. */
const VALUE_LIMIT = 200;
const KEPT_LIMIT = 2_000;

/** Properties of a form's element that its script uses: a field of that name would replace them. */
const TAKEN_BY_BROWSERS = new Set(
  `action addEventListener after append appendChild attributes before childNodes children className closest cloneNode constructor contains
  dispatchEvent elements firstChild focus getAttribute getRootNode hasAttribute hasOwnProperty id insertBefore isConnected isPrototypeOf
  l lastChild length localName matches method namespaceURI nextSibling noValidate nodeName nodeType nodeValue normalize ownerDocument
  parentElement parentNode prepend previousSibling propertyIsEnumerable querySelector querySelectorAll remove removeAttribute removeChild
  removeEventListener replaceChild replaceChildren replaceWith requestSubmit reset setAttribute submit tagName textContent toLocaleString
  toString valueOf`.split(/\s+/),
);

const plainName = (name: string): string => name.replaceAll("_", "").toLowerCase();

/** Why a field cannot have a name; undefined where it can. */
export function nameProblem(name: string): string | undefined {
  if (name === WHOLE_NAME || Object.hasOwn(FIELD_LIMITS, name)) return undefined;
  const meant = contractNames.find((known) => plainName(known) === plainName(name));
  if (meant !== undefined) return `must be written "${meant}": so the relay knows it`;
  if ((CALL_NAMES as readonly string[]).includes(name))
    return "is a name that every request uses for something else: choose another, such as projectName";
  if (TAKEN_BY_BROWSERS.has(name)) return "is a name that browsers use themselves: choose another, such as projectName";
  if (!OWN_FIELD_NAME.test(name))
    return "is not a name for a field: use letters without accents, digits and _, beginning with a small letter, as in dietaryNeeds, at most 40";
  return undefined;
}

const withName = (isTaken: (name: string) => string | undefined) =>
  z.string().superRefine((name, context) => {
    const message = nameProblem(name) ?? isTaken(name);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

const isContract = (name: string): boolean => name === WHOLE_NAME || Object.hasOwn(FIELD_LIMITS, name);

const NAMES = `${contractNames.join(", ")}, name (a whole name in one field), or a name of the form's own such as dietaryNeeds.`;

const anyName = withName(() => undefined).describe(NAMES);
const linesName = withName((name) =>
  isContract(name) && name !== "message" ? "has one line: take input: text, or a name of the form's own" : undefined,
).describe("message, or a name of the form's own.");
const ownName = withName((name) =>
  isContract(name) ? "is text in every request: choose a name of the form's own" : undefined,
).describe("A name of the form's own, such as dietaryNeeds.");

const common = {
  label: text(),
  required: z.boolean().default(false).describe("Must be filled in."),
  hint: text().optional().describe("A sentence under the label."),
  width: z.enum(["full", "half"]).default("full").describe('"half" lets two fields share a row on wide screens.'),
};

const typed = {
  placeholder: text().optional(),
  ...common,
  autocomplete: z
    .string()
    .optional()
    .describe("What browsers may fill in by themselves: given-name, email, tel, organization …"),
};

/** Compared with what the relay receives, so it is written in the form in which the relay keeps texts. */
const sentValue = () =>
  z
    .string()
    .refine((value) => value.trim() !== "", "has no words in it")
    .refine((value) => !/\p{Cc}/u.test(value), "must be one line")
    .refine((value) => value === value.trim().normalize("NFC"), "must not begin or end with a blank")
    .max(VALUE_LIMIT);

const options = () =>
  unlike(z.array(z.strictObject({ value: sentValue().describe("What is sent."), label: text() })).min(1), "value");

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
      .refine((words) => words.length <= KEPT_LIMIT, `has more than ${KEPT_LIMIT} characters`),
  );

export const formField = z.discriminatedUnion("input", [
  z.strictObject({
    input: z.enum(["text", "email", "tel", "date"]),
    name: anyName,
    ...typed,
  }),
  z
    .strictObject({
      input: z.literal("number"),
      name: anyName,
      min: z.int().default(1).describe("The least number."),
      max: z.int().optional().describe("The greatest number."),
      ...typed,
    })
    .refine(({ min, max = min }) => max >= min, { path: ["max"], error: 'is less than "min"' }),
  z.strictObject({
    input: z.literal("select"),
    name: anyName,
    ...typed,
    placeholder: text().describe("Shown until an option is chosen."),
    options: options(),
  }),
  z.strictObject({
    input: z.literal("textarea"),
    name: linesName,
    rows: z.int().min(2).max(20).default(4).describe("Height of the box in lines."),
    ...typed,
  }),
  z.strictObject({
    input: z.literal("checkboxes"),
    name: ownName,
    options: options().refine(
      (items) => items.reduce((sum, { value }) => sum + value.length, 0) <= KEPT_LIMIT,
      `has more than ${KEPT_LIMIT} characters in its values: take shorter ones`,
    ),
    ...common,
  }),
  z.strictObject({
    input: z.literal("consent"),
    name: ownName,
    wording: wording().describe(
      "The exact words beside the box. They are sent and kept as the proof of what was agreed to.",
    ),
    link: action().optional().describe("A link under the words, such as one to the privacy policy."),
    ...common,
  }),
]);

export type FormField = z.infer<typeof formField>;

/** What the browser can send along of a visit. */
export const CAMPAIGN_FIELDS = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "landingPage",
  "referrer",
] as const;
export type CampaignField = (typeof CAMPAIGN_FIELDS)[number];

/** The relay takes so many answers beyond the fields of its contract. */
const MAX_OWN = 50;

interface Asked {
  readonly fields: readonly { readonly name: string }[];
  readonly campaign: readonly string[];
  readonly composedMessage?: { readonly lines: readonly { readonly field: string }[] } | undefined;
}

/** What is wrong with a form as a whole. */
export function formProblems({
  fields,
  campaign,
  composedMessage,
}: Asked): { readonly path: (string | number)[]; readonly message: string }[] {
  const names = fields.map(({ name }) => name);
  const has = (...wanted: readonly string[]) => names.some((name) => wanted.includes(name));
  const own = names.filter((name) => !isContract(name)).length + campaign.length;
  return [
    ...(has("firstName", WHOLE_NAME)
      ? []
      : [{ path: ["fields"], message: lacks("firstName", "or name, a whole name") }]),
    ...(has("email") ? [] : [{ path: ["fields"], message: lacks("email", "with input: email") }]),
    ...names.flatMap((name, index) => {
      const isSplit = has(WHOLE_NAME) && (name === "firstName" || name === "lastName");
      const isCampaign = campaign.includes(name);
      if (!isSplit && !isCampaign) return [];
      const message = isSplit ? `is part of the field "${WHOLE_NAME}" already` : 'is in the list "campaign" too';
      return [{ path: ["fields", index, "name"], message }];
    }),
    ...(composedMessage?.lines ?? []).flatMap(({ field }, index) =>
      has(field)
        ? []
        : [
            {
              path: ["composedMessage", "lines", index, "field"],
              message: `is "${field}", and the form has no such field`,
            },
          ],
    ),
    ...(own > MAX_OWN
      ? [
          {
            path: ["fields"],
            message: `has ${own} fields of the form's own, campaign fields included; it may have ${MAX_OWN}`,
          },
        ]
      : []),
  ];
}

const lacks = (name: string, how: string) => `has no field "${name}" (${how}): the relay takes no request without it`;
