import * as z from "zod";

/** The sections of a page. Each is checked against the schema of its `type`; the example is what a new page begins with. */
export const sectionListSchema = z
  .array(z.looseObject({ type: z.string().meta({ examples: ["page-hero"] }) }))
  .min(1)
  .describe("The parts of the page, from top to bottom.");
