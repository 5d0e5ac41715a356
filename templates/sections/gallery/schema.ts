import * as z from "zod";
import { anchor, image, text } from "../../kit/field.ts";

/** Pictures with captions. */
export const gallerySchema = z.strictObject({
  type: z.literal("gallery"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
  pictures: z.array(z.strictObject({ image: image(), caption: text() })).min(1),
});

export type GalleryData = z.infer<typeof gallerySchema>;
