import * as z from "zod";
import { anchor, image, reference, text } from "../../kit/field.ts";

/** One of the request forms, with what stands beside it. */
export const requestFormSchema = z.strictObject({
  type: z.literal("request-form"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  subheading: text().optional(),
  /** The file name of content/forms. */
  form: reference("forms"),
  /** The heading and the sentence on the form itself. */
  card: z.strictObject({ title: text(), text: text().optional() }).optional(),
  /** A picture beside the form. */
  image: image().optional(),
  /** Phone, e-mail and address beside the form; the facts themselves come from site.yaml. */
  panel: z
    .strictObject({
      heading: text(),
      /** Under the e-mail address: when an answer comes. */
      emailNote: text(),
      image: image(),
    })
    .optional(),
});

export type RequestFormData = z.infer<typeof requestFormSchema>;
