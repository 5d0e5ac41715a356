// What content/ may hold, and its types for every component.
import * as kit from "eventsite/kit";
import * as z from "zod";

const { text } = kit;

/** site.yaml. */
export const settings = z.strictObject({
  ...kit.buildSettings,
  brand: z.strictObject({ name: text(), place: text(), email: text() }),
  language: z.string().describe("The language of the words, such as en-GB."),
  icon: kit.picture().describe("The icon in tabs and bookmarks, an SVG picture."),
  menu: z.array(kit.action()).min(1),
});

/** home.yaml is the start page, 404.yaml the not-found page, every other file the page of its name. */
const pages = kit.defineCollection({
  name: "pages",
  singular: "a page",
  format: "yaml",
  schema: z.strictObject({
    title: kit.pageHead.title,
    description: kit.pageHead.description,
    listed: z.boolean().default(true).describe("false keeps the page out of search engines."),
    sections: z.array(z.looseObject({ type: z.string().meta({ examples: ["welcome"] }) })).min(1),
  }),
  path: (slug) => (slug === "home" ? "/" : `/${slug}`),
  summarize: ({ title }) => ({ title }),
});

const walks = kit.defineCollection({
  name: "walks",
  singular: "a walk",
  format: "markdown",
  schema: z.strictObject({ name: text(), facts: text(), order: kit.order(), photo: kit.image(), body: kit.markdown() }),
});

export const collections = [pages, walks] as const;

type Collections = { [Each in (typeof collections)[number] as Each["name"]]: kit.SummaryOf<Each> };

declare module "eventsite/kit" {
  interface SiteCollections extends Collections {}
  interface SiteSettings extends z.infer<typeof settings> {}
}
