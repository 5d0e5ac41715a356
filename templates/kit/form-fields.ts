// The fields of a request form, as staff declare them. The contract says what the relay accepts, this file what a form may ask.

import * as z from "zod";
import { OWN_FIELDS } from "../../relay/contract.ts";
import { action, asText, text, uniqueBy } from "./field.ts";
import { anyName, linesName, ownName } from "./form-field-names.ts";

/** The maximum number of characters of one choice. */
const VALUE_LIMIT = 200;

const commonFields = {
  label: text(),
  required: z.boolean().default(false).describe("Must be filled in."),
  hint: text().optional().describe("A sentence under the label."),
};

const width = {
  width: z.enum(["full", "half"]).default("full").describe('"half" lets two fields share a row on wide screens.'),
};

const typedFields = {
  ...commonFields,
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
    ...typedFields,
  }),
  z
    .strictObject({
      input: z.literal("number"),
      name: anyName,
      ...placeholder,
      min: z.int().default(1).describe("The least number."),
      max: z.int().optional().describe("The greatest number."),
      ...typedFields,
    })
    .refine(({ min, max = min }) => max >= min, { path: ["max"], error: 'is less than "min"' }),
  z.strictObject({
    input: z.literal("select"),
    name: anyName,
    placeholder: text().describe("Shown until an option is chosen."),
    options: options(),
    ...typedFields,
  }),
  z.strictObject({
    input: z.literal("textarea"),
    name: linesName,
    ...placeholder,
    rows: z.int().min(2).max(20).default(4).describe("Height of the box in lines."),
    ...typedFields,
  }),
  z.strictObject({
    input: z.literal("checkboxes"),
    name: ownName,
    options: options().refine(
      (items) => items.reduce((sum, { value }) => sum + value.length, 0) <= OWN_FIELDS.characters,
      `has more than ${OWN_FIELDS.characters} characters in its values: take shorter ones`,
    ),
    ...commonFields,
    ...width,
  }),
  z.strictObject({
    input: z.literal("consent"),
    name: ownName,
    wording: wording().describe(
      "The exact words beside the box. They are sent and kept as the proof of what was agreed to.",
    ),
    link: action().optional().describe("A link under the words, such as one to the privacy policy."),
    ...commonFields,
    ...width,
  }),
]);

export type FormField = z.infer<typeof formField>;
