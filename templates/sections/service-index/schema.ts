import * as z from "zod";
import { anchor, text } from "../../kit/field.ts";

/** All services in their groups. */
export const serviceIndexSchema = z.strictObject({
  type: z.literal("service-index"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
});

export type ServiceIndexData = z.infer<typeof serviceIndexSchema>;
