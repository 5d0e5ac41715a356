import * as z from "zod";
import { anchor, image, text } from "../../kit/field.ts";

export const gallerySchema = z.strictObject({
  type: z.literal("gallery").describe("Pictures with captions."),
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
  pictures: z.array(z.strictObject({ image: image(), caption: text() })).min(1),
});

export type GalleryData = z.infer<typeof gallerySchema>;
