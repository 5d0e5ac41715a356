import * as z from "zod";
import { anchor, text } from "../../kit/field.ts";

/** Named lists side by side: an inventory, a network, capabilities. */
export const listsSchema = z.strictObject({
  type: z.literal("lists"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
  lists: z.array(z.strictObject({ title: text(), text: text().optional(), items: z.array(text()).min(1) })).min(1),
});

export type ListsData = z.infer<typeof listsSchema>;
