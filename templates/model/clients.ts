import { defineCollection, image, order, text } from "eventsite/kit";
import * as z from "zod";

/** content/clients: the logos of the strip. */
export const clients = defineCollection({
  name: "clients",
  singular: "a client",
  starter: false,
  format: "yaml",
  schema: z.strictObject({ name: text(), order: order(), logo: image() }),
});
