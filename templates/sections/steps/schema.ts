import { sectionHead, text } from "eventsite/kit";
import * as z from "zod";

export const stepsSchema = z.strictObject({
  type: z.literal("steps").describe("Steps in their order: a method, a process."),
  ...sectionHead,
  steps: z
    .array(
      z.strictObject({
        title: text(),
        text: text(),
        timing: text().optional().describe('When or how long: "Week 1".'),
      }),
    )
    .min(1),
});

export type StepsData = z.infer<typeof stepsSchema>;
