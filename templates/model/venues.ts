import { defineCollection, image, order, text } from "eventsite/kit";
import * as z from "zod";

/** content/venues: shown on the venues page and, the first of them, on the start page. */
export const venues = defineCollection({
  name: "venues",
  singular: "a venue",
  format: "yaml",
  schema: z.strictObject({
    name: text(),
    order: order(),
    area: text().meta({ description: "The part of the city.", examples: ["Downtown"] }),
    kind: text().meta({ description: "What kind of place it is.", examples: ["Hotel", "Rooftop"] }),
    description: text().meta({
      description: "Two or three sentences about the place.",
      examples: ["A room for up to 300 guests, close to the station."],
    }),
    image: image(),
    figures: z
      .array(
        z.strictObject({ value: text().meta({ examples: ["300"] }), label: text().meta({ examples: ["guests"] }) }),
      )
      .min(1)
      .max(4)
      .describe('Its measures, the most telling first: value "1,670", label "guests".'),
    layouts: z
      .array(
        z.strictObject({
          layout: text().meta({ examples: ["Theatre"] }),
          guests: text().meta({ examples: ["220"] }),
        }),
      )
      .max(8)
      .default([])
      .describe("How many guests it holds by the way it is set: theatre, banquet, reception."),
    suits: z
      .array(text().meta({ examples: ["Client receptions"] }))
      .default([])
      .describe("What it suits, a few words each."),
  }),
});
