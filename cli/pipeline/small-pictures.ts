// Warns of pictures that are too small for their place.

import { locateFindings } from "../assets/images/inspect-pictures.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Content } from "./load-content.ts";
import type { RenderedSite } from "./render-stale.ts";

/** A picture is reported once, with the largest size that is needed. */
export function smallPictures(
  { sources, images, namedIn }: Content,
  { variants }: Pick<RenderedSite, "variants">,
): Diagnostic[] {
  const neededSizes = new Map<string, { readonly width: number; readonly height: number }>();
  for (const variant of variants) {
    const largest = neededSizes.get(variant.src);
    if (variant.lacking && (largest === undefined || variant.lacking.width > largest.width))
      neededSizes.set(variant.src, variant.lacking);
  }
  const findings = [...neededSizes].flatMap(([src, least]) => {
    const facts = images.get(src)?.facts;
    if (!facts) return [];
    return {
      src,
      code: "CONTENT_IMAGE_TOO_SMALL" as const,
      severity: "warning" as const,
      message: `has ${facts.width} by ${facts.height} pixels, and a page shows it at least ${least.width} by ${least.height}: it will be blurred.`,
      hint: "take a larger picture: 1600 to 2000 pixels across is plenty",
    };
  });
  return locateFindings(findings, namedIn, [sources.site, ...sources.entries]);
}
