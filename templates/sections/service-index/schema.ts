import { sectionHead } from "eventsite/kit";
import * as z from "zod";

export const serviceIndexSchema = z.strictObject({
  type: z.literal("service-index").describe("All services in their groups."),
  ...sectionHead,
});

export type ServiceIndexData = z.infer<typeof serviceIndexSchema>;
