import * as z from "zod";
import { defineCollection } from "../kit/define-collection.ts";
import { image, order, text } from "../kit/field.ts";

/** content/artists: the examples of the talent page. */
export const artists = defineCollection({
  name: "artists",
  singular: "an artist",
  format: "yaml",
  schema: z.strictObject({
    name: text(),
    order: order(),
    /** "Jazz quartet", "Close-up magician". */
    kind: text(),
    description: text(),
    image: image(),
    /** Set length, line-up, what the stage must offer: a few words each. */
    facts: z
      .array(z.strictObject({ label: text(), value: text() }))
      .max(4)
      .default([]),
  }),
});
