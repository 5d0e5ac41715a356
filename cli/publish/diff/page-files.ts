// The files that a page names: pictures in all their sizes.
import type { DefaultTreeAdapterTypes as Tree } from "parse5";

export interface PictureFact {
  /** The file for browsers that know nothing better; a path of this site, or a whole address. */
  readonly src: string;
  readonly alt: string;
  /** All its files: names have a hash of the content, so another picture has other names. */
  readonly files: readonly string[];
  /** The heading of the item that it belongs to. */
  readonly under: string;
  /** The part that stays in view, as style sheets know it. */
  readonly focus: string | undefined;
}

export const attributesOf = (element: Tree.Element): ReadonlyMap<string, string> =>
  new Map(element.attrs.map(({ name, value }) => [name.toLowerCase(), value]));

export const withoutOrigin = (address: string, origin: string): string =>
  origin !== "" && (address === origin || address.startsWith(`${origin}/`))
    ? address.slice(origin.length) || "/"
    : address;

/** "/assets/images/a.webp 480w, …" → the files. */
export const filesOfSrcset = (srcset: string): string[] =>
  srcset.split(/,\s+/).flatMap((candidate) => /\S+/.exec(candidate) ?? []);

/** "/assets/images/gala-640-1a2b3c4d.jpg" → "gala": the rest changes with every byte of the picture. */
export const pictureName = (src: string): string =>
  src
    .slice(src.lastIndexOf("/") + 1)
    .replace(/\.\w+$/, "")
    .replace(/(?:-\d+)?-[0-9a-f]{8}$/, "");

/** "/assets/fonts/text-78ca2aff.woff2" → without what changes with every byte of the file. */
export const withoutHashes = (text: string): string =>
  text.replace(/(\/assets\/[\w./-]*?)-(?:[0-9a-f]{8}|[A-Z0-9]{8})(?=\.\w)/g, "$1");
