import { link, sectionHead, text } from "eventsite/kit";
import * as z from "zod";

export const cardsSchema = z.strictObject({
  type: z.literal("cards").describe("Short texts side by side: services, kinds of event, specializations."),
  ...sectionHead,
  layout: z
    .enum(["cards", "columns", "index"])
    .default("cards")
    .describe(
      '"cards" in two columns next to the heading, "columns" in four under it, or "index" for a tight list of names with a line each.',
    ),
  cards: z
    .array(
      z.strictObject({
        title: text(),
        text: text(),
        points: z.array(text()).default([]),
        href: link().optional(),
      }),
    )
    .min(1),
});

export type CardsData = z.infer<typeof cardsSchema>;
