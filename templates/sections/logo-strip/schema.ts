import { anchor, references, text } from "eventsite/kit";
import * as z from "zod";

export const logoStripSchema = z.strictObject({
  type: z.literal("logo-strip").describe("The logos of clients in one line that runs on and on."),
  id: anchor().optional(),
  heading: text(),
  clients: references("clients").describe("File names of content/clients; all when left out."),
});

export type LogoStripData = z.infer<typeof logoStripSchema>;
