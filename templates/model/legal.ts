import { defineCollection, markdown, order, pageHead, text } from "eventsite/kit";
import * as z from "zod";

/** content/legal: Markdown pages; each heading of the second level (##) is a numbered section. */
export const legal = defineCollection({
  name: "legal",
  singular: "a legal page",
  starter: false,
  format: "markdown",
  schema: z.strictObject({
    ...pageHead,
    heading: text().describe("The page's heading."),
    order: order(),
    updated: text().describe('When it was last changed and took effect, as visitors read it: "January 2025".'),
    notice: text().describe("A notice over the text."),
    body: markdown(),
  }),
  path: (slug) => `/${slug}`,
  summarize: ({ heading }) => ({ heading }),
});
