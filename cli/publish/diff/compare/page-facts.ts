// A finished page → what visitors notice of it: words in reading order, pictures, links, what its head says. Two pages with the same facts look the same.
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import {
  attributesOfElement,
  elementsIn,
  filesOfSrcset,
  isElement,
  originalOf,
  phoneFile,
  withoutOrigin,
} from "./page-files.ts";
import { readHead } from "./page-head.ts";

export interface TextBlock {
  readonly text: string;
  readonly isHeading: boolean;
  /** The nearest heading above it; "" where there is none. */
  readonly under: string;
  /** Outside of the frame that pages share: header, navigation, footer. */
  readonly isMain: boolean;
}

export interface LinkPart {
  readonly text: string;
  /** A path of this site, or a whole address elsewhere. */
  readonly href: string;
  readonly under: string;
}

export type PageContent = ReturnType<typeof readPage>;
export type PicturePart = PageContent["pictures"][number];

/** What runs on with the words around it; everything else begins a block. */
const INLINE = new Set(
  "a abbr b bdi bdo cite code data dfn em font i ins del kbd label mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);
const CONTROLS = new Set(["a", "button"]);
const UNSEEN = new Set(["script", "style", "template", "noscript", "head", "datalist"]);
const PAGE = new Set(["main", "body"]);
const FRAME = new Set(["header", "footer", "nav", "aside"]);

/** The parser is loaded when it is first needed. */
export async function pageReader(): Promise<(html: string) => PageContent> {
  const { parse } = await import("parse5");
  return (html) => readPage(parse(html, { scriptingEnabled: false }));
}

function readPage(document: Tree.Document) {
  const head = readHead(document);
  const { origin } = head;
  const own = head.says.get("canonical address") ?? "";
  const blocks: TextBlock[] = [];
  const pictures: (ReturnType<typeof readPicture> & { under: string; owner: Tree.Element | undefined })[] = [];
  const headings = new Map<Tree.Element, string>();
  let heading: Tree.Element | undefined;
  const links: LinkPart[] = [];
  const layout: string[] = [];
  let words = "";
  let under = "";

  const flush = (isMain: boolean, endsHeading = false) => {
    const text = tidy(words);
    words = "";
    if (text === "") return;
    if (endsHeading) under = text;
    blocks.push({ text, isHeading: endsHeading, under: endsHeading ? "" : under, isMain });
  };
  const visitChildren = (parent: Tree.ParentNode, isMain: boolean) => {
    let last: Tree.ChildNode | undefined;
    for (const node of parent.childNodes) {
      if (node.nodeName === "#comment") continue;
      // Two elements side by side are usually apart on the screen, too; two links always are.
      if (isElement(node) && last && isElement(last)) {
        words += " ";
        if (CONTROLS.has(node.tagName) && CONTROLS.has(last.tagName)) flush(isMain);
      }
      visit(node, isMain);
      last = node;
    }
  };
  const visit = (node: Tree.ChildNode, isMain: boolean): void => {
    if (node.nodeName === "#text") {
      words += (node as Tree.TextNode).value;
      return;
    }
    if (!isElement(node) || UNSEEN.has(node.tagName)) return;
    const attributes = attributesOfElement(node);
    layout.push(signature(node.tagName, attributes));
    if (node.tagName === "svg") return;
    if (node.tagName === "picture" || node.tagName === "img") {
      pictures.push({ ...readPicture(node, origin), under, owner: ownerOf(node, heading) });
      return;
    }
    const placeholder = attributes.get("placeholder");
    if (placeholder !== undefined) words += ` ${placeholder}`;
    if (node.tagName === "br") words += " ";
    const from = words.length;
    if (INLINE.has(node.tagName)) visitChildren(node, isMain);
    else {
      flush(isMain);
      const isInMain = node.tagName === "main" || (isMain && (hasMain || !FRAME.has(node.tagName)));
      visitChildren(node, isInMain);
      flush(isInMain, isHeading(node));
      if (isHeading(node)) {
        heading = node;
        headings.set(node, under);
      }
    }
    const href = attributes.get("href");
    if (node.tagName !== "a" || href === undefined) return;
    const text = tidy(words.slice(from)) || attributes.get("aria-label") || tidy(elementText(node));
    const target = withoutOrigin(href, origin);
    // A link to the page itself stays the same where the page moves.
    links.push({ text, href: target.startsWith(`${own}#`) ? target.slice(own.length) : target, under });
  };

  const body = find(document, "body");
  const hasMain = body !== undefined && find(body, "main") !== undefined;
  if (body) visitChildren(body, !hasMain);
  flush(!hasMain);
  /** The main heading, else the title. */
  const name = blocks.find((block) => block.isHeading && block.isMain)?.text ?? head.says.get("title") ?? "";
  /** Files that a phone loads with the page. */
  const loads = [...new Set([...head.loads, ...pictures.map(({ loads }) => loads)])].filter((path) => path !== "");
  const owned = pictures.map(({ owner, ...picture }) => ({
    ...picture,
    /** The heading of the item that it belongs to. */
    under: (owner && headings.get(owner)) ?? picture.under,
  }));
  // Elements are in the layout with what a style sheet knows them by.
  return { ...head, name, blocks, pictures: owned, links, layout: layout.join("\n"), loads };
}

const isHeading = ({ tagName }: Tree.Element): boolean => /^h[1-6]$/.test(tagName);

/** The heading of the smallest part of the page around a picture that has one: the last above the picture, else the first below it. */
function ownerOf(picture: Tree.Element, above: Tree.Element | undefined): Tree.Element | undefined {
  for (let part = picture.parentNode; part && isElement(part) && !PAGE.has(part.tagName); part = part.parentNode) {
    const inside = elementsIn(part).filter(isHeading);
    if (inside.length > 0) return above && inside.includes(above) ? above : inside[0];
  }
  return undefined;
}

/** Soft hyphens and blanks of any kind are not words. */
const tidy = (text: string): string => text.replaceAll("\u00ad", "").replace(/\s+/g, " ").trim();

function elementText(parent: Tree.ParentNode): string {
  return parent.childNodes
    .map((node) => ("value" in node ? node.value : "childNodes" in node ? elementText(node) : ""))
    .join(" ");
}

const find = (parent: Tree.ParentNode, name: string): Tree.Element | undefined =>
  elementsIn(parent).find(({ tagName }) => tagName === name);

/** The focus of a picture belongs to the picture. */
const STYLED = /^(?:class|style|hidden|open|dir|type|data-(?!focus$)[a-z-]+)$/;

/** Colours that pictures keep while they load belong to the picture. Long data is for scripts. */
function signature(tag: string, attributes: ReadonlyMap<string, string>): string {
  const styled = [...attributes].filter(([name, value]) => STYLED.test(name) && value.length < 120);
  return [tag, ...styled.map(([name, value]) => `${name}=${value.replace(/\bground-[0-9a-f]{6}\b/g, "")}`)].join(" ");
}

function readPicture(node: Tree.Element, origin: string) {
  const img = node.tagName === "img" ? node : find(node, "img");
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
