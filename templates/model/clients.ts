import * as z from "zod";
import { defineCollection } from "../kit/define-collection.ts";
import { image, order, text } from "../kit/field.ts";

/** content/clients: the logos of the strip. */
export const clients = defineCollection({
  name: "clients",
  singular: "a client",
  format: "yaml",
  schema: z.strictObject({ name: text(), order: order(), logo: image() }),
});
