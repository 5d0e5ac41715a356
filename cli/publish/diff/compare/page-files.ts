// The elements of a page, and the files that they name: pictures in all their sizes, and the one that a phone loads.
import type { DefaultTreeAdapterTypes as Tree } from "parse5";

export const isElement = (node: Tree.Node): node is Tree.Element => "tagName" in node;

/** All elements inside, in the order of the page. */
export const elementsIn = (parent: Tree.ParentNode): Tree.Element[] =>
  parent.childNodes.filter(isElement).flatMap((element) => [element, ...elementsIn(element)]);

export const findElement = (parent: Tree.ParentNode, name: string): Tree.Element | undefined =>
  elementsIn(parent).find(({ tagName }) => tagName === name);

export const attributesOfElement = (element: Tree.Element): ReadonlyMap<string, string> =>
  new Map(element.attrs.map(({ name, value }) => [name.toLowerCase(), value]));

export const withoutOrigin = (address: string, origin: string): string =>
  origin !== "" && (address === origin || address.startsWith(`${origin}/`))
    ? address.slice(origin.length) || "/"
    : address;

/** "/assets/images/a.webp 480w, …" → each file with its width; 0 if there is none. */
export const filesOfSrcset = (srcset: string): { readonly url: string; readonly width: number }[] =>
  srcset
    .split(/,\s+/)
    .map((candidate) => candidate.trim().split(/\s+/))
    .filter(([url = ""]) => url !== "")
    .map(([url = "", size = ""]) => ({ url, width: Number.parseInt(size, 10) || 0 }));

/** A key for the original of a picture: the name of its file and the background colour of the whole source, both the same for all crops. */
export function originalOf(src: string, classes: string): string | undefined {
  const [, ground] = /\bground-([0-9a-f]{6})\b/.exec(classes) ?? [];
  return ground === undefined ? undefined : `${pictureName(src)} ${ground}`;
}

/** "/assets/images/gala-640-1a2b3c4d.jpg" → "gala": the rest changes with every byte of the picture. */
export const pictureName = (src: string): string =>
  src
    .slice(src.lastIndexOf("/") + 1)
    .replace(/\.\w+$/, "")
    .replace(/(?:-\d+)?-[0-9a-f]{8}$/, "");

/** 390 CSS pixels with two device pixels each. */
const PHONE_PIXELS = 780;

export function phoneFile(srcset: string | undefined): string | undefined {
  const files = filesOfSrcset(srcset ?? "").sort((a, b) => a.width - b.width);
  return (files.find(({ width }) => width >= PHONE_PIXELS) ?? files.at(-1))?.url;
}

/** Removes the hashes from names such as "/assets/fonts/text-78ca2aff.woff2". */
export const withoutHashes = (text: string): string =>
  text.replace(/(\/assets\/[\w./-]*?)-(?:[0-9a-f]{8}|[A-Z0-9]{8})(?=\.\w)/g, "$1");
