import { action, references, sectionHead, text } from "eventsite/kit";
import * as z from "zod";

export const venueListSchema = z.strictObject({
  type: z.literal("venue-list").describe("Venues: all of them, or the ones named, in that order."),
  ...sectionHead,
  layout: z
    .enum(["cards", "chapters"])
    .default("cards")
    .describe('"cards" for an overview, "chapters" for one after the other with all their figures.'),
  venues: references("venues").describe("File names of content/venues; all when left out."),
  limit: z.int().min(1).optional().describe("Shows only the first so many."),
  table: z
    .strictObject({
      caption: text().meta({ examples: ["Guests by layout"] }),
      layout: text().meta({ examples: ["Layout"] }),
      guests: text().meta({ examples: ["Guests"] }),
    })
    .optional()
    .describe("The words of the tables of layouts in chapters; no tables when left out."),
  action: action().optional(),
});

export type VenueListData = z.infer<typeof venueListSchema>;
