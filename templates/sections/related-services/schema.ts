import * as z from "zod";
import { anchor, reference, text } from "../../kit/field.ts";

/** Other services: the ones named, or the next ones of the same group. */
export const relatedServicesSchema = z.strictObject({
  type: z.literal("related-services"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  /** File names of content/services. */
  services: z.array(reference("services")).min(1).optional(),
});

export type RelatedServicesData = z.infer<typeof relatedServicesSchema>;
