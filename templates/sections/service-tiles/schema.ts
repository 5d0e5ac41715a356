import * as z from "zod";
import { anchor, image, reference, text } from "../../kit/field.ts";

/** Picture tiles that lead to services; the details show on hover, focus and tap, and always without script. */
export const serviceTilesSchema = z.strictObject({
  type: z.literal("service-tiles"),
  /** A name for links to this part of the page, as in /page#name. */
  id: anchor().optional(),
  heading: text(),
  intro: text().optional(),
  /** The words of each tile's link. */
  linkLabel: text(),
  tiles: z
    .array(
      z.strictObject({
        /** The tile's label; it may differ from the service's own name. */
        title: text(),
        service: reference("services"),
        description: text(),
        image: image(),
        features: z.array(text()).length(3),
      }),
    )
    .min(1),
});

export type ServiceTilesData = z.infer<typeof serviceTilesSchema>;
