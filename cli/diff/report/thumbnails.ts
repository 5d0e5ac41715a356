// Pictures of the two sites, small enough to be part of the report.
import { loadSharp } from "../../assets/images/load-sharp.ts";
import type { ShownPicture } from "../compare-pages.ts";
import type { SiteChange } from "../site-change.ts";
import type { SiteSide } from "../site-side.ts";

const WIDTH = 360;
const HEIGHT = 480;
/** Further pictures are only named. */
const MOST = 120;

export interface Thumbnails {
  /** A data URI; undefined for a picture of another site, or one that cannot be shown. */
  of(side: "before" | "after", picture: ShownPicture): string | undefined;
}

export async function makeThumbnails(
  { pages, repeated }: SiteChange,
  sides: { readonly before: SiteSide; readonly after: SiteSide },
): Promise<Thumbnails> {
  const made = new Map<string, string>();
  const changes = [...repeated.map(({ change }) => change), ...pages.flatMap((page) => page.changes)];
  const seen = new Set<string>();
  for (const change of changes) {
    if (change.what !== "picture") continue;
    for (const side of ["before", "after"] as const) {
      const picture = change[side];
      if (!picture?.src.startsWith("/") || seen.has(side + picture.src) || seen.size >= MOST) continue;
      seen.add(side + picture.src);
      const bytes = await sides[side].read(decodeURI(picture.src.slice(1)));
      const uri = bytes && (await shrink(bytes));
      if (uri) made.set(side + picture.src, uri);
    }
  }
  return { of: (side, { src }) => made.get(side + src) };
}

async function shrink(bytes: Buffer): Promise<string | undefined> {
  const sharp = await loadSharp();
  try {
    const small = sharp(bytes).resize({ width: WIDTH, height: HEIGHT, fit: "inside", withoutEnlargement: true });
    return `data:image/webp;base64,${(await small.webp({ quality: 62 }).toBuffer()).toString("base64")}`;
  } catch {
    return undefined;
  }
}
