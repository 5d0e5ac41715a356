import { defineCollection, pageHead } from "eventsite/kit";
import * as z from "zod";
import { sectionListSchema } from "./section-list.ts";

/** content/pages: home.yaml is the start page, 404.yaml the not-found page, every other file the page of its name. */
export const pages = defineCollection({
  name: "pages",
  singular: "a page",
  format: "yaml",
  schema: z.strictObject({
    ...pageHead,
    listed: z.boolean().default(true).describe("false keeps the page out of search engines."),
    sections: sectionListSchema,
  }),
  path: (slug) => (slug === "home" ? "/" : `/${slug}`),
  summarize: ({ title }) => ({ title }),
});
