import { asText, checkForm, defineCollection, formHead, formNeeds, text } from "eventsite/kit";
import * as z from "zod";

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
  needs: formNeeds,
  schema: z
    .strictObject({
      ...formHead,
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
    .superRefine(checkForm),
});

export type FormData = z.infer<typeof forms.schema>;
export type FormNotice = z.infer<typeof notice>;
