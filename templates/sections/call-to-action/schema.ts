import * as z from "zod";
import { action, anchor, image, text } from "../../kit/field.ts";

/** A band that asks for one thing. */
export const callToActionSchema = z.strictObject({
  type: z.literal("call-to-action"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  text: text().optional(),
  image: image().optional(),
  actions: z.array(action()).min(1).max(2),
});

export type CallToActionData = z.infer<typeof callToActionSchema>;
