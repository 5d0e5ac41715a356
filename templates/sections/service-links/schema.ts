import * as z from "zod";
import { anchor, reference, text } from "../../kit/field.ts";

/** Links to service pages, each with a sentence. */
export const serviceLinksSchema = z.strictObject({
  type: z.literal("service-links"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
  services: z
    .array(
      z.strictObject({
        service: reference("services"),
        /** Instead of the service's own name. */
        label: text().optional(),
        /** Instead of the service's own summary. */
        text: text().optional(),
      }),
    )
    .min(1),
});

export type ServiceLinksData = z.infer<typeof serviceLinksSchema>;
