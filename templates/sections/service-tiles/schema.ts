import { image, reference, sectionHead, text } from "eventsite/kit";
import * as z from "zod";

export const serviceTilesSchema = z.strictObject({
  type: z
    .literal("service-tiles")
    .describe(
      "Picture tiles that lead to services; the details show on hover, focus and tap, and always without script.",
    ),
  ...sectionHead,
  linkLabel: text().describe("The words of each tile's link."),
  tiles: z
    .array(
      z.strictObject({
        title: text().describe("The tile's label; it may differ from the service's own name."),
        service: reference("services"),
        description: text(),
        image: image(),
        features: z.array(text()).length(3),
      }),
    )
    .min(1),
});

export type ServiceTilesData = z.infer<typeof serviceTilesSchema>;
