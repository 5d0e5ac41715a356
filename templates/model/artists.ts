import { defineCollection, image, order, text } from "eventsite/kit";
import * as z from "zod";

/** content/artists: the examples of the talent page. */
export const artists = defineCollection({
  name: "artists",
  singular: "an artist",
  format: "yaml",
  schema: z.strictObject({
    name: text(),
    order: order(),
    kind: text().meta({ description: "What kind of act it is.", examples: ["Jazz quartet", "Close-up magician"] }),
    description: text().meta({
      description: "Two or three sentences about the act.",
      examples: ["Music for a reception, played softly enough to talk over."],
    }),
    image: image(),
    facts: z
      .array(
        z.strictObject({
          label: text().meta({ examples: ["Set length"] }),
          value: text().meta({ examples: ["45 minutes"] }),
        }),
      )
      .max(4)
      .default([])
      .describe("Set length, line-up, what the stage must offer: a few words each."),
  }),
});
