import { attributesOf } from "./read-attributes.ts";

/** The attributes of a preload link. */
export interface PicturePreload {
  readonly media?: string;
  readonly type?: string | undefined;
  readonly srcset?: string | undefined;
  readonly sizes?: string | undefined;
  /** For a picture with only one file. */
  readonly href?: string;
}

/** The preloads of a picture: the first format of each crop. Browsers that support the format choose it, and others must not load it. */
export function sourcePreloads(sources: string): PicturePreload[] {
  const all = (sources.match(/<source\s[^>]*>/g) ?? []).map(attributesOf);
  const best = all.filter((source) => source.get("type") === all[0]?.get("type"));
  return best.map((source, index) => {
    const others = best.slice(0, index).map((other) => other.get("media") ?? "all");
    const media = source.get("media") ?? notAnyOf(others);
    const [type, srcset, sizes] = ["type", "srcset", "sizes"].map((name) => source.get(name));
    return { type, srcset, sizes, ...(media !== undefined && { media }) };
  });
}

/** The screens that earlier crops do not cover. Browsers since 2023 can negate several conditions. This form also works in older ones. */
function notAnyOf(media: readonly string[]): string | undefined {
  if (media.length < 2) return media[0] && `not all and ${media[0]}`;
  return media.map((condition) => `(not ${condition})`).join(" and ");
}
