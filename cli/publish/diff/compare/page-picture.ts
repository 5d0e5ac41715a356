// A picture of a page → what visitors see of it, and its files.
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

export function readPagePicture(node: Tree.Element, origin: string) {
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
    /** The file for browsers that know nothing better; a path of this site, or a whole address. */
    src,
    /** The part that stays in view, as style sheets know it. */
    focus: attributes.get("data-focus"),
    /** The same for all crops of one picture; undefined where that cannot be known. */
    original: originalOf(src, attributes.get("class") ?? ""),
    alt: attributes.get("alt") ?? "",
    /** All its files: names have a hash of the content, so another picture has other names. */
    files: files.map((file) => withoutOrigin(file, origin)),
    /** The file that a phone loads. */
    loads: withoutOrigin(phoneFile(sets[0]) ?? src, origin),
  };
}
