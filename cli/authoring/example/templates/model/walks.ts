import { defineCollection, image, markdown, order, text } from "eventsite/kit";
import * as z from "zod";

/** content/walks: listed on the start page, without pages of their own. */
export const walks = defineCollection({
  name: "walks",
  singular: "a walk",
  format: "markdown",
  schema: z.strictObject({
    name: text(),
    facts: text().describe("How long it is, and what it costs."),
    order: order(),
    photo: image(),
    body: markdown(),
  }),
});
