import { defineCollection, text, unlike } from "eventsite/kit";
import * as z from "zod";
import { FIELD_LIMITS, type FieldName, FORM_NAMES, REPLY_PAGES } from "../../relay/contract.ts";

const fieldNames = Object.keys(FIELD_LIMITS) as [FieldName, ...FieldName[]];

const common = {
  label: text(),
  required: z.boolean().default(false).describe("Must be filled in."),
  hint: text().optional().describe("A sentence under the label."),
  autocomplete: z
    .string()
    .optional()
    .describe("What browsers may fill in by themselves: given-name, email, tel, organization …"),
  width: z.enum(["full", "half"]).default("full").describe('"half" lets two fields share a row on wide screens.'),
};

/** "name" is a whole name in one field: the first word is sent as firstName, the rest as lastName. */
const inputName = z.enum([...fieldNames, "name"]);

const field = z.discriminatedUnion("input", [
  z.strictObject({
    input: z.enum(["text", "email", "tel", "date"]),
    name: inputName,
    placeholder: text().optional(),
    ...common,
  }),
  z.strictObject({
    input: z.literal("number"),
    name: inputName,
    placeholder: text().optional(),
    min: z.int().default(1),
    ...common,
  }),
  z.strictObject({
    input: z.literal("select"),
    name: inputName,
    placeholder: text().describe("Shown until an option is chosen."),
    options: unlike(z.array(z.strictObject({ value: z.string(), label: text() })).min(1), "value"),
    ...common,
  }),
  z.strictObject({
    input: z.literal("textarea"),
    name: inputName,
    placeholder: text().optional(),
    rows: z.int().min(2).max(20).default(4).describe("Height of the box in lines."),
    ...common,
  }),
]);

const notice = z.strictObject({
  title: text(),
  text: text(),
  look: z.enum(["plain", "destructive"]).default("plain").describe('"destructive" is drawn as an error.'),
});

/** content/forms: the four request forms. The file's name is the form's. */
export const forms = defineCollection({
  name: "forms",
  singular: "a form",
  starter: false,
  format: "yaml",
  needs: [
    {
      path: REPLY_PAGES.accepted.replace(/\/$/, ""),
      message: "The site has no page that thanks visitors without script for their request.",
    },
    {
      path: REPLY_PAGES.refused.replace(/\/$/, ""),
      message: "The site has no page for visitors without script whose request was not accepted.",
    },
  ],
  schema: z.strictObject({
    form: z.enum(FORM_NAMES),
    fields: unlike(z.array(field).min(1), "name"),
    submit: z.strictObject({
      idle: text(),
      busy: text().describe("On the button while the request is on its way."),
    }),
    notices: z.strictObject({
      success: notice,
      failure: notice,
      missing: notice
        .optional()
        .describe("When a required field is empty. Without it, the messages beside the fields say so alone."),
    }),
    composedMessage: z
      .strictObject({
        heading: text(),
        lines: z.array(z.strictObject({ label: text(), field: inputName, empty: text().optional() })).min(1),
        note: text(),
      })
      .optional()
      .describe(
        "For forms that send their answers as one text: its heading, the label of each line, what is shown for an empty one, and the last line.",
      ),
  }),
});

export type FormData = z.infer<typeof forms.schema>;
export type FormField = z.infer<typeof field>;
export type FormNotice = z.infer<typeof notice>;
