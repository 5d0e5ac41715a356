import * as z from "zod";
import { anchor, text } from "../../kit/field.ts";

/** Steps in their order: a method, a process. */
export const stepsSchema = z.strictObject({
  type: z.literal("steps"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
  steps: z
    .array(
      z.strictObject({ title: text(), text: text(), /** When or how long: "Week 1". */ timing: text().optional() }),
    )
    .min(1),
});

export type StepsData = z.infer<typeof stepsSchema>;
