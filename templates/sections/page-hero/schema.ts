import * as z from "zod";
import { action, anchor, image, text } from "../../kit/field.ts";

/** The opening of an inner page, with the page's main heading. */
export const pageHeroSchema = z.strictObject({
  type: z.literal("page-hero"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  lead: text().optional(),
  /** How the picture stands to the words. */
  framing: z.enum(["right-bleed", "full-bleed", "diptych", "strip"]).default("right-bleed"),
  image: image().optional(),
  /** The second, square picture of the "diptych" framing. */
  secondImage: image().optional(),
  /** A small line under the picture: "Gala dinner. 18 minutes to doors." */
  caption: text().optional(),
  actions: z.array(action()).max(2).default([]),
});

export type PageHeroData = z.infer<typeof pageHeroSchema>;
