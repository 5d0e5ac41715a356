import { action, anchor, reference, text } from "eventsite/kit";
import * as z from "zod";

export const artistListSchema = z.strictObject({
  type: z.literal("artist-list").describe("Artists: all of them, or the ones named, in that order."),
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
  artists: z
    .array(reference("artists"))
    .min(1)
    .optional()
    .describe("File names of content/artists; all when left out."),
  action: action().optional(),
});

export type ArtistListData = z.infer<typeof artistListSchema>;
