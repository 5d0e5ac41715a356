// A picture of a page → its appearance, and its files.
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import {
  attributesOfElement,
  filesOfSrcset,
  findElement,
  isElement,
  originalOf,
  phoneFile,
  withoutOrigin,
} from "./page-files.ts";

export interface PagePicture {
  /** The fallback file: a path of this site, or a whole address. */
  readonly src: string;
  /** The part that stays in view, as style sheets select it. */
  readonly focus: string | undefined;
  /** The same for all crops of one picture; undefined if it is not known. */
  readonly original: string | undefined;
  readonly alt: string;
  /** All its files: names have a hash of the content, so another picture has other names. */
  readonly files: readonly string[];
  /** The file that a phone loads. */
  readonly loads: string;
}

export function readPagePicture(node: Tree.Element, origin: string): PagePicture {
  const img = node.tagName === "img" ? node : findElement(node, "img");
  const attributes = img ? attributesOfElement(img) : new Map<string, string>();
  const src = withoutOrigin(attributes.get("src") ?? "", origin);
  const sources = node.childNodes
    .filter(isElement)
    .filter(({ tagName }) => tagName === "source")
    .map(attributesOfElement);
  const sets = [...sources, attributes].map((each) => each.get("srcset") ?? "").filter((set) => set !== "");
  const files = [...new Set([src, ...sets.flatMap((set) => filesOfSrcset(set).map(({ url }) => url))])];
  return {
    src,
    focus: attributes.get("data-focus"),
    original: originalOf(src, attributes.get("class") ?? ""),
    alt: attributes.get("alt") ?? "",
    files: files.map((file) => withoutOrigin(file, origin)),
    loads: withoutOrigin(phoneFile(sets[0]) ?? src, origin),
  };
}
