import { anchor, references, text } from "eventsite/kit";
import * as z from "zod";

export const relatedServicesSchema = z.strictObject({
  type: z.literal("related-services").describe("Other services: the ones named, or the next ones of the same group."),
  id: anchor().optional(),
  heading: text(),
  services: references("services").describe("File names of content/services."),
});

export type RelatedServicesData = z.infer<typeof relatedServicesSchema>;
