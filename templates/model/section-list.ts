import * as z from "zod";

/**
 * The list of sections of a page. What each may hold is checked section by section against the schema of its `type`
 * (`templates/sections/index.ts`): model does not import sections, so this says only that they are a list of typed mappings. The
 * example is what a new page begins with.
 */
export const sectionListSchema = z
  .array(z.looseObject({ type: z.string().meta({ examples: ["page-hero"] }) }))
  .min(1)
  .describe("The parts of the page, from top to bottom.");
