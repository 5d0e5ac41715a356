import { reference, sectionHead, text } from "eventsite/kit";
import * as z from "zod";

export const serviceLinksSchema = z.strictObject({
  type: z.literal("service-links").describe("Links to service pages, each with a sentence."),
  ...sectionHead,
  services: z
    .array(
      z.strictObject({
        service: reference("services"),
        label: text().optional().describe("Instead of the service's own name."),
        text: text().optional().describe("Instead of the service's own summary."),
      }),
    )
    .min(1),
});

export type ServiceLinksData = z.infer<typeof serviceLinksSchema>;
