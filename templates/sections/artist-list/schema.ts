import { action, references, sectionHead } from "eventsite/kit";
import * as z from "zod";

export const artistListSchema = z.strictObject({
  type: z.literal("artist-list").describe("Artists: all of them, or the ones named, in that order."),
  ...sectionHead,
  artists: references("artists").describe("File names of content/artists; all when left out."),
  action: action().optional(),
});

export type ArtistListData = z.infer<typeof artistListSchema>;
