import { sectionHead, text } from "eventsite/kit";
import * as z from "zod";

export const listsSchema = z.strictObject({
  type: z.literal("lists").describe("Named lists side by side: an inventory, a network, capabilities."),
  ...sectionHead,
  lists: z.array(z.strictObject({ title: text(), text: text().optional(), items: z.array(text()).min(1) })).min(1),
});

export type ListsData = z.infer<typeof listsSchema>;
