import * as z from "zod";
import { anchor, reference, text } from "../../kit/field.ts";

/** The logos of clients in one line that runs on and on. */
export const logoStripSchema = z.strictObject({
  type: z.literal("logo-strip"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  /** File names of content/clients; all when left out. */
  clients: z.array(reference("clients")).min(1).optional(),
});

export type LogoStripData = z.infer<typeof logoStripSchema>;
