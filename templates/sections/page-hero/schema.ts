import { action, anchor, image, text } from "eventsite/kit";
import * as z from "zod";

export const pageHeroSchema = z.strictObject({
  type: z.literal("page-hero").describe("The opening of an inner page, with the page's main heading."),
  id: anchor().optional(),
  heading: text(),
  lead: text().optional(),
  framing: z
    .enum(["right-bleed", "full-bleed", "diptych", "strip", "horizon"])
    .default("right-bleed")
    .describe(
      'Where the picture is: "right-bleed" beside them to the edge of the screen, "full-bleed" across the page with the heading on its lower edge, "diptych" with a second picture, "strip" low and wide under them, "horizon" low behind them.',
    ),
  image: image().optional(),
  secondImage: image().optional().describe('The second, square picture of the "diptych" framing.'),
  caption: text().optional().describe('A small line under the picture: "Gala dinner. Doors open in 18 minutes."'),
  actions: z.array(action()).max(2).default([]),
  facts: z
    .array(
      z.strictObject({
        label: text().meta({ examples: ["Guests"] }),
        value: text().meta({ examples: ["40 to 250"] }),
      }),
    )
    .max(4)
    .default([])
    .describe("What visitors ask first, a few words each: how many guests, how far ahead, what is included."),
});

export type PageHeroData = z.infer<typeof pageHeroSchema>;
