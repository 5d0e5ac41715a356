import { asText, defineCollection, text, uniqueBy } from "eventsite/kit";
import * as z from "zod";
import { FORM_NAME, REPLY_PAGES } from "../../relay/contract.ts";
import { formField } from "./form-fields.ts";
import { formProblems } from "./form-problems.ts";

export type { FormField } from "./form-fields.ts";

const notice = z.strictObject({
  title: text(),
  text: text(),
  look: z.enum(["plain", "destructive"]).default("plain").describe('"destructive" is drawn as an error.'),
});

/** content/forms: the request forms. */
export const forms = defineCollection({
  name: "forms",
  singular: "a form",
  uniqueBy: "form",
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
  schema: z
    .strictObject({
      form: z
        .string()
        .regex(FORM_NAME, "is not a name for a form: use a-z, 0-9 and hyphens, beginning with a letter, at most 40")
        .meta({
          description: "The form's name at the relay: that of its file. No two forms have the same.",
          maxLength: 40,
        }),
      title: text()
        .optional()
        .describe("Begins the subject of the team's mail: \"Venue request\". Made of the form's name when left out."),
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
      submit: z.strictObject({
        idle: text().meta({ title: "Button", description: "On the button.", examples: ["Send Request"] }),
        busy: text().meta({
          title: "Button while sending",
          description: "On the button while the request is on its way.",
          examples: ["Sending..."],
        }),
      }),
      notices: z.strictObject({
        success: notice,
        failure: notice,
        missing: notice
          .extend({
            text: asText(
              z.string().refine((value) => value.trim() !== "", "has no words in it"),
              ["required"],
            ),
          })
          .optional()
          .describe(
            "When a required field is empty; {required} in its text lists the labels of all required fields. Without it, the messages beside the fields say so alone.",
          ),
      }),
      composedMessage: z
        .strictObject({
          heading: text(),
          lines: z
            .array(
              z.strictObject({
                label: text(),
                field: z.string().meta({ description: "The name of a field of this form.", examples: ["message"] }),
                empty: text().optional(),
              }),
            )
            .min(1),
          note: text(),
        })
        .optional()
        .describe(
          "For forms that send their answers as one text: its heading, the label of each line, what is shown for an empty one, and the last line.",
        ),
    })
    .superRefine((form, context) => {
      for (const { path, message, hint } of formProblems(form))
        context.addIssue({ code: "custom", path, message, params: { hint } });
    }),
});

export type FormData = z.infer<typeof forms.schema>;
export type FormNotice = z.infer<typeof notice>;
