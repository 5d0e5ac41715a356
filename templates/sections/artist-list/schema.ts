import * as z from "zod";
import { action, anchor, reference, text } from "../../kit/field.ts";

/** Artists: all of them, or the ones named, in that order. */
export const artistListSchema = z.strictObject({
  type: z.literal("artist-list"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
  /** File names of content/artists; all when left out. */
  artists: z.array(reference("artists")).min(1).optional(),
  action: action().optional(),
});

export type ArtistListData = z.infer<typeof artistListSchema>;
