import * as z from "zod";
import { anchor, markdown, text } from "../../kit/field.ts";

/** Running text in Markdown. */
export const proseSchema = z.strictObject({
  type: z.literal("prose"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text().optional(),
  body: markdown(),
});

export type ProseData = z.infer<typeof proseSchema>;
