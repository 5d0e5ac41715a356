import * as z from "zod";
import { defineCollection } from "../kit/define-collection.ts";
import { markdown, order, pageHead, text } from "../kit/field.ts";

/** content/legal: Markdown pages; each heading of the second level (##) is a numbered section. */
export const legal = defineCollection({
  name: "legal",
  singular: "a legal page",
  format: "markdown",
  schema: z.strictObject({
    ...pageHead,
    /** The page's heading. */
    heading: text(),
    order: order(),
    /** When it was last changed and took effect, as visitors read it: "January 2025". */
    updated: text(),
    /** A notice over the text. */
    notice: text(),
    body: markdown(),
  }),
  path: (slug) => `/${slug}`,
  summarize: ({ heading }) => ({ heading }),
});
