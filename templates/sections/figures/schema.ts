import * as z from "zod";
import { anchor, text } from "../../kit/field.ts";

/** Numbers that speak for the company. */
export const figuresSchema = z.strictObject({
  type: z.literal("figures"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
  figures: z.array(z.strictObject({ value: text(), label: text(), text: text().optional() })).min(1),
});

export type FiguresData = z.infer<typeof figuresSchema>;
