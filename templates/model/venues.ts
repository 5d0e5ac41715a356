import * as z from "zod";
import { defineCollection } from "../kit/define-collection.ts";
import { image, order, text } from "../kit/field.ts";

/** content/venues: shown on the venues page and, the first of them, on the start page. */
export const venues = defineCollection({
  name: "venues",
  singular: "a venue",
  format: "yaml",
  schema: z.strictObject({
    name: text(),
    order: order(),
    /** The part of the city: "Downtown". */
    area: text(),
    /** What kind of place it is: "Hotel", "Rooftop". */
    kind: text(),
    description: text(),
    image: image(),
    /** Its measures, the most telling first: value "1,670", label "guests". */
    figures: z
      .array(z.strictObject({ value: text(), label: text() }))
      .min(1)
      .max(4),
    /** What it suits, a few words each. */
    suits: z.array(text()).default([]),
  }),
});
