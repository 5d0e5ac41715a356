import { anchor, image, text } from "eventsite/kit";
import * as z from "zod";

export const bannerSchema = z.strictObject({
  type: z.literal("banner").describe("A picture across the page."),
  id: anchor().optional(),
  image: image(),
  caption: text().optional(),
});

export type BannerData = z.infer<typeof bannerSchema>;
