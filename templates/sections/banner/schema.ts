import * as z from "zod";
import { anchor, image, text } from "../../kit/field.ts";

/** A picture across the page. */
export const bannerSchema = z.strictObject({
  type: z.literal("banner"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  image: image(),
  caption: text().optional(),
});

export type BannerData = z.infer<typeof bannerSchema>;
