import { anchor, markdown, text } from "eventsite/kit";
import * as z from "zod";

export const proseSchema = z.strictObject({
  type: z.literal("prose").describe("Running text in Markdown."),
  id: anchor().optional(),
  heading: text().optional(),
  body: markdown(),
});

export type ProseData = z.infer<typeof proseSchema>;
