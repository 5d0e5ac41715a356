import * as z from "zod";
import { action, anchor, reference, text } from "../../kit/field.ts";

/** Venues: all of them, or the ones named, in that order. */
export const venueListSchema = z.strictObject({
  type: z.literal("venue-list"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
  /** "cards" for an overview, "chapters" for one after the other with all their figures. */
  layout: z.enum(["cards", "chapters"]).default("cards"),
  /** File names of content/venues; all when left out. */
  venues: z.array(reference("venues")).min(1).optional(),
  /** Shows only the first so many. */
  limit: z.int().min(1).optional(),
  action: action().optional(),
});

export type VenueListData = z.infer<typeof venueListSchema>;
