import { anchor, image, reference, text } from "eventsite/kit";
import * as z from "zod";

export const requestFormSchema = z.strictObject({
  type: z.literal("request-form").describe("One of the request forms, with the words beside it."),
  id: anchor().optional(),
  heading: text(),
  subheading: text().optional(),
  form: reference("forms").describe("The file name of content/forms."),
  card: z
    .strictObject({ title: text(), text: text().optional() })
    .optional()
    .describe("The heading and the sentence on the form itself."),
  image: image().optional().describe("A picture beside the form."),
  panel: z
    .strictObject({
      heading: text(),
      emailNote: text().describe("Under the email address: when an answer comes."),
      image: image(),
    })
    .optional()
    .describe("Phone, email and address beside the form; the facts themselves come from site.yaml."),
});

export type RequestFormData = z.infer<typeof requestFormSchema>;
