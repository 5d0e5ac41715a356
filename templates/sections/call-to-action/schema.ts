import { action, anchor, image, text } from "eventsite/kit";
import * as z from "zod";

export const callToActionSchema = z.strictObject({
  type: z.literal("call-to-action").describe("A band that asks for one thing."),
  id: anchor().optional(),
  heading: text(),
  text: text().optional(),
  image: image().optional(),
  actions: z.array(action()).min(1).max(2),
});

export type CallToActionData = z.infer<typeof callToActionSchema>;
