import { anchor, reference, text } from "eventsite/kit";
import * as z from "zod";

export const relatedServicesSchema = z.strictObject({
  type: z.literal("related-services").describe("Other services: the ones named, or the next ones of the same group."),
  id: anchor().optional(),
  heading: text(),
  services: z.array(reference("services")).min(1).optional().describe("File names of content/services."),
});

export type RelatedServicesData = z.infer<typeof relatedServicesSchema>;
