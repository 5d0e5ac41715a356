// What every form of content/forms declares, however a page shows it: its name at the relay, and its fields.
import * as z from "zod";
import { FORM_NAME, REPLY_PAGES } from "../../relay/contract.ts";
import type { NeededPage } from "./define-collection.ts";
import { text, uniqueBy } from "./field.ts";
import { formField } from "./form-fields.ts";
import { formProblems } from "./form-problems.ts";

export const formHead = {
  form: z
    .string()
    .regex(FORM_NAME, "is not a name for a form: use a-z, 0-9 and hyphens, beginning with a letter, at most 40")
    .meta({
      description: "The form's name at the relay: that of its file. No two forms have the same.",
      maxLength: 40,
    }),
  title: text()
    .optional()
    .describe("Begins the subject of the team's mail: \"Contact request\". Made of the form's name when left out."),
  fields: uniqueBy(z.array(formField).min(1), "name").meta({
    examples: [
      [
        { input: "text", name: "firstName", label: "First name", required: true, autocomplete: "given-name" },
        { input: "text", name: "lastName", label: "Last name", autocomplete: "family-name" },
        { input: "email", name: "email", label: "Email", required: true, autocomplete: "email" },
        { input: "textarea", name: "message", label: "Message" },
      ],
    ],
  }),
};

export type FormHead = z.infer<z.ZodObject<typeof formHead>>;

/** The pages that the relay leads visitors to after a form without script. */
export const formNeeds: readonly NeededPage[] = [
  {
    path: REPLY_PAGES.accepted.replace(/\/$/, ""),
    message: "The site has no page that thanks visitors without script for their request.",
  },
  {
    path: REPLY_PAGES.refused.replace(/\/$/, ""),
    message: "The site has no page for visitors without script whose request was not accepted.",
  },
];

/** For `superRefine` of the schema of a form: what is wrong with it as a whole. */
export function checkForm(form: Parameters<typeof formProblems>[0], context: z.RefinementCtx): void {
  for (const { path, message, hint } of formProblems(form))
    context.addIssue({ code: "custom", path, message, params: { hint } });
}
