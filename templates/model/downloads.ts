import * as z from "zod";
import { defineCollection } from "../kit/define-collection.ts";
import { markdown, text } from "../kit/field.ts";

/** content/downloads: Markdown that is published as /downloads/<name>.pdf when a page links to it. */
export const downloads = defineCollection({
  name: "downloads",
  singular: "a download",
  format: "markdown",
  schema: z.strictObject({
    title: text(),
    subtitle: text(),
    footer: text().describe("Stands at the foot of each page."),
    body: markdown(),
  }),
});
