import { defineCollection, image, order, pageHead, reference, text } from "eventsite/kit";
import * as z from "zod";
import { sectionListSchema } from "./section-list.ts";

/** content/services: a page each under /services/, listed on the overview and, if it has footer labels, in the footer. */
export const services = defineCollection({
  name: "services",
  singular: "a service",
  format: "yaml",
  schema: z.strictObject({
    ...pageHead,
    name: text().describe("The service's name in lists and trails."),
    summary: text().meta({
      description: "One sentence for lists of services.",
      examples: ["One sentence that says what the service is."],
    }),
    group: reference("site.serviceGroups").describe("The `id` of one of the serviceGroups in site.yaml."),
    order: order(),
    footerLabels: z.array(text()).default([]).describe("The words of its links in the footer; none when left out."),
    image: image().describe("The picture in lists."),
    sections: sectionListSchema,
  }),
  ownFields: ["footerLabels"],
  path: (slug) => `/services/${slug}`,
  summarize: ({ name, summary, group, footerLabels, image }) => ({ name, summary, group, footerLabels, image }),
});
