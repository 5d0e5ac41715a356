import * as z from "zod";
import { defineCollection } from "../kit/define-collection.ts";
import { image, order, pageHead, reference, text } from "../kit/field.ts";
import { sectionListSchema } from "./section-list.ts";

/** content/services: a page each under /services/, listed on the overview and, if it has footer labels, in the footer. */
export const services = defineCollection({
  name: "services",
  singular: "a service",
  format: "yaml",
  schema: z.strictObject({
    ...pageHead,
    /** The service's name in lists and trails. */
    name: text(),
    /** One sentence for lists of services. */
    summary: text(),
    /** The `id` of one of the serviceGroups in site.yaml. */
    group: reference("site.serviceGroups"),
    order: order(),
    /** The words of its links in the footer; none when left out. */
    footerLabels: z.array(text()).default([]),
    /** The picture in lists. */
    image: image(),
    sections: sectionListSchema,
  }),
  path: (slug) => `/services/${slug}`,
  summarize: ({ name, summary, group, footerLabels, image }) => ({ name, summary, group, footerLabels, image }),
});
