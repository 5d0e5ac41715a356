import { defineCollection, markdown, text } from "eventsite/kit";
import * as z from "zod";

/** content/downloads: Markdown that is published as /downloads/<name>.pdf when a page links to it. */
export const downloads = defineCollection({
  name: "downloads",
  singular: "a download",
  starter: false,
  download: { path: (slug) => `/downloads/${slug}.pdf` },
  format: "markdown",
  schema: z.strictObject({
    title: text(),
    subtitle: text(),
    footer: text().describe("At the foot of each page."),
    body: markdown(),
  }),
});
