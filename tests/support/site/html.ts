// Finished HTML as tests ask about it: a full parser's tree, and the few questions that are put to it.
import { defaultTreeAdapter as adapter, parse, type DefaultTreeAdapterTypes as Tree } from "parse5";

export type HtmlNode = Tree.Node;
export type HtmlElement = Tree.Element;

export const parseHtml = (html: string): Tree.Document => parse(html);

const childrenOf = (node: HtmlNode): readonly HtmlNode[] => ("childNodes" in node ? node.childNodes : []);

/** The node and all below it, in reading order. */
export function* walk(node: HtmlNode): Generator<HtmlNode> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

export const elementsOf = (node: HtmlNode): HtmlElement[] => [...walk(node)].filter(adapter.isElementNode);

export const attribute = (element: HtmlElement, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value;

export const classesOf = (element: HtmlElement): string[] =>
  (attribute(element, "class") ?? "").split(/\s+/).filter(Boolean);

/** `select(page, "section.cards h3")`: descendants by tag, .class and [attribute] or [attribute=value], in reading order. */
export function select(root: HtmlNode, selector: string): HtmlElement[] {
  let found: HtmlNode[] = [root];
  for (const step of selector.split(" ")) {
    const matches = compileStep(step);
    const below = found.flatMap((node) => childrenOf(node).flatMap(elementsOf).filter(matches));
    found = [...new Set(below)];
  }
  return found as HtmlElement[];
}

function compileStep(step: string): (element: HtmlElement) => boolean {
  const tag = /^[\w-]+/.exec(step)?.[0];
  const classes = [...step.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name);
  const attributes = [...step.matchAll(/\[([\w:-]+)(?:=([^\]]*))?\]/g)];
  return (element) =>
    (tag === undefined || element.tagName === tag) &&
    classes.every((name) => classesOf(element).includes(name)) &&
    attributes.every(([, name = "", value]) => {
      const own = attribute(element, name);
      return own !== undefined && (value === undefined || own === value);
    });
}

/** The one element of a selector; a test fails where there is none, or another. */
export function one(root: HtmlNode, selector: string): HtmlElement {
  const found = select(root, selector);
  if (found.length !== 1 || !found[0]) throw new Error(`"${selector}" is there ${found.length} times, not once.`);
  return found[0];
}

const collapse = (text: string) => text.replace(/\s+/g, " ").trim();

/** All words below a node as one line. */
export const text = (node: HtmlNode): string =>
  collapse([...walk(node)].map((each) => (adapter.isTextNode(each) ? each.value : "")).join(""));

export const texts = (root: HtmlNode, selector: string): string[] => select(root, selector).map(text);

export interface Link {
  readonly label: string;
  readonly href: string;
}

export const linksOf = (root: HtmlNode): Link[] =>
  select(root, "a").map((element) => ({ label: text(element), href: attribute(element, "href") ?? "" }));

/** What visitors read on a page, piece by piece: text, alternative texts, labels, placeholders, and the words of the head. */
export function visibleWords(page: Tree.Document): string[] {
  const words: string[] = [];
  const visit = (node: HtmlNode) => {
    if (adapter.isTextNode(node)) words.push(collapse(node.value));
    if (adapter.isElementNode(node)) {
      if (node.tagName === "script" || node.tagName === "style") return;
      words.push(...["alt", "aria-label", "placeholder", "title"].map((name) => attribute(node, name) ?? ""));
      if (node.tagName === "meta" && isReadMeta(node)) words.push(attribute(node, "content") ?? "");
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(page);
  return words.filter((each) => each !== "");
}

const READ_META = ["description", "og:title", "og:description", "og:site_name", "og:image:alt"];
const isReadMeta = (element: HtmlElement) =>
  READ_META.includes(attribute(element, "name") ?? attribute(element, "property") ?? "");

/** The same tree gives the same lines, however its attributes were ordered and its text was split. */
export function outline(node: HtmlNode, depth = 0): string[] {
  const indent = "  ".repeat(depth);
  const lines: string[] = [];
  let words = "";
  const flush = () => {
    if (words !== "") lines.push(`${indent}${JSON.stringify(words)}`);
    words = "";
  };
  for (const child of childrenOf(node)) {
    if (adapter.isTextNode(child)) {
      words += child.value;
      continue;
    }
    flush();
    if (!adapter.isElementNode(child)) continue;
    const attributes = child.attrs.map(({ name, value }) => ` ${name.toLowerCase()}=${JSON.stringify(value)}`).sort();
    lines.push(`${indent}<${child.tagName}${attributes.join("")}>`, ...outline(child, depth + 1));
  }
  flush();
  return lines;
}
