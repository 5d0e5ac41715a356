import { sectionHead, text } from "eventsite/kit";
import * as z from "zod";

export const figuresSchema = z.strictObject({
  type: z.literal("figures").describe("Numbers that speak for the company."),
  ...sectionHead,
  figures: z.array(z.strictObject({ value: text(), label: text(), text: text().optional() })).min(1),
});

export type FiguresData = z.infer<typeof figuresSchema>;
