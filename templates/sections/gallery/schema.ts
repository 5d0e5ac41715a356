import { image, sectionHead, text } from "eventsite/kit";
import * as z from "zod";

export const gallerySchema = z.strictObject({
  type: z.literal("gallery").describe("Pictures with captions."),
  ...sectionHead,
  pictures: z.array(z.strictObject({ image: image(), caption: text() })).min(1),
});

export type GalleryData = z.infer<typeof gallerySchema>;
