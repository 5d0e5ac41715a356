// The body of a page → its text, pictures and links, and its layout.
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { attributesOfElement, elementsIn, findElement, isElement, withoutOrigin } from "./page-files.ts";
import { type PagePicture, readPagePicture } from "./page-picture.ts";
import { createTextBlocks, type TextBlock, type TextBlocks, tidy } from "./text-blocks.ts";

export interface LinkPart {
  readonly text: string;
  /** A path of this site, or a whole address elsewhere. */
  readonly href: string;
  readonly under: string;
}

/** Elements that are part of the words around them. All others begin a block. */
const INLINE = new Set(
  "a abbr b bdi bdo cite code data dfn em font i ins del kbd label mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);
const CONTROLS = new Set(["a", "button"]);
const UNSEEN = new Set(["script", "style", "template", "noscript", "head", "datalist"]);
const PAGE = new Set(["main", "body"]);
const FRAME = new Set(["header", "footer", "nav", "aside"]);

interface PlacedPicture extends PagePicture {
  readonly under: string;
  /** The heading of the item that it belongs to. */
  readonly owner: Tree.Element | undefined;
}

/** The addresses by which a page names itself. */
interface PageNames {
  readonly origin: string;
  /** Without the origin; "" if it has none. */
  readonly address: string;
}

/** What is collected on the way through the elements. */
interface Walk {
  readonly names: PageNames;
  readonly hasMain: boolean;
  readonly text: TextBlocks;
  readonly headings: { readonly element: Tree.Element; readonly text: string }[];
  readonly pictures: PlacedPicture[];
  readonly links: LinkPart[];
  readonly layout: string[];
}

export interface PageBody {
  readonly blocks: readonly TextBlock[];
  readonly pictures: readonly PicturePart[];
  readonly links: readonly LinkPart[];
  /** Elements with the attributes by which style sheets select them. */
  readonly layout: string;
}

/** A picture, with the heading of the item that it belongs to. */
export interface PicturePart extends PagePicture {
  readonly under: string;
}

export function readBody(document: Tree.Document, names: PageNames): PageBody {
  const body = findElement(document, "body");
  const hasMain = body !== undefined && findElement(body, "main") !== undefined;
  const text = createTextBlocks();
  const walk: Walk = { names, hasMain, text, headings: [], pictures: [], links: [], layout: [] };
  if (body) visitChildren(walk, body, !hasMain);
  text.endBlock(!hasMain);
  return {
    blocks: text.blocks,
    pictures: withHeadings(walk),
    links: walk.links,
    layout: walk.layout.join("\n"),
  };
}

function visitChildren(walk: Walk, parent: Tree.ParentNode, isMain: boolean): void {
  let last: Tree.ChildNode | undefined;
  for (const node of parent.childNodes) {
    if (node.nodeName === "#comment") continue;
    // Two neighbouring elements are usually apart on the screen, too. Two links always are.
    if (isElement(node) && last && isElement(last)) {
      walk.text.add(" ");
      if (CONTROLS.has(node.tagName) && CONTROLS.has(last.tagName)) walk.text.endBlock(isMain);
    }
    if (node.nodeName === "#text") walk.text.add((node as Tree.TextNode).value);
    else if (isElement(node) && !UNSEEN.has(node.tagName)) visit(walk, node, isMain);
    last = node;
  }
}

function visit(walk: Walk, element: Tree.Element, isMain: boolean): void {
  const { tagName } = element;
  const attributes = attributesOfElement(element);
  walk.layout.push(signature(tagName, attributes));
  if (tagName === "svg") return;
  if (tagName === "picture" || tagName === "img") {
    addPicture(walk, element);
    return;
  }
  const placeholder = attributes.get("placeholder");
  if (placeholder !== undefined) walk.text.add(` ${placeholder}`);
  if (tagName === "br") walk.text.add(" ");
  if (!INLINE.has(tagName)) {
    visitBlock(walk, element, isMain);
    return;
  }
  const start = walk.text.mark();
  visitChildren(walk, element, isMain);
  const href = attributes.get("href");
  if (tagName !== "a" || href === undefined) return;
  const text = walk.text.since(start) || attributes.get("aria-label") || tidy(elementText(element));
  walk.links.push({ text, href: linkTarget(href, walk.names), under: walk.text.heading() });
}

function addPicture({ names, text, headings, pictures }: Walk, element: Tree.Element): void {
  const owner = ownerOf(element, headings.at(-1)?.element);
  pictures.push({ ...readPagePicture(element, names.origin), under: text.heading(), owner });
}

function visitBlock(walk: Walk, element: Tree.Element, isMain: boolean): void {
  walk.text.endBlock(isMain);
  const isInMain = element.tagName === "main" || (isMain && (walk.hasMain || !FRAME.has(element.tagName)));
  visitChildren(walk, element, isInMain);
  walk.text.endBlock(isInMain, isHeading(element));
  if (isHeading(element)) walk.headings.push({ element, text: walk.text.heading() });
}

/** A link to the page itself stays the same where the page moves. */
function linkTarget(href: string, { origin, address }: PageNames): string {
  const target = withoutOrigin(href, origin);
  return target.startsWith(`${address}#`) ? target.slice(address.length) : target;
}

/** Puts each picture under the heading of the item that it belongs to. */
function withHeadings({ pictures, headings }: Walk): PicturePart[] {
  const texts = new Map(headings.map(({ element, text }) => [element, text]));
  return pictures.map(({ owner, ...picture }) => ({
    ...picture,
    under: (owner && texts.get(owner)) ?? picture.under,
  }));
}

const isHeading = ({ tagName }: Tree.Element): boolean => /^h[1-6]$/.test(tagName);

/** The heading of the smallest part around a picture that has headings: the last one above the picture, else the first one below. */
function ownerOf(picture: Tree.Element, above: Tree.Element | undefined): Tree.Element | undefined {
  for (let part = picture.parentNode; part && isElement(part) && !PAGE.has(part.tagName); part = part.parentNode) {
    const inside = elementsIn(part).filter(isHeading);
    if (inside.length > 0) return above && inside.includes(above) ? above : inside[0];
  }
  return undefined;
}

function elementText(parent: Tree.ParentNode): string {
  return parent.childNodes
    .map((node) => {
      if ("value" in node) return node.value;
      return "childNodes" in node ? elementText(node) : "";
    })
    .join(" ");
}

/** Attributes of the layout. The focus of a picture is a part of the picture. */
const STYLED = /^(?:class|style|hidden|open|dir|type|data-(?!focus$)[a-z-]+)$/;

/** The background colour of a picture is a part of the picture. Long data is for scripts. */
function signature(tag: string, attributes: ReadonlyMap<string, string>): string {
  const styled = [...attributes].filter(([name, value]) => STYLED.test(name) && value.length < 120);
  return [tag, ...styled.map(([name, value]) => `${name}=${value.replace(/\bground-[0-9a-f]{6}\b/g, "")}`)].join(" ");
}
