// A finished page → what visitors notice of it: words in reading order, pictures, links, what its head says. Two pages with the same facts look the same.
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { readBody } from "./page-body.ts";
import { readHead } from "./page-head.ts";

export type PageContent = ReturnType<typeof readPage>;
export type PicturePart = PageContent["pictures"][number];

/** The parser is loaded when it is first needed. */
export async function pageReader(): Promise<(html: string) => PageContent> {
  const { parse } = await import("parse5");
  return (html) => readPage(parse(html, { scriptingEnabled: false }));
}

function readPage(document: Tree.Document) {
  const head = readHead(document);
  const body = readBody(document, { origin: head.origin, address: head.says.get("canonical address") ?? "" });
  /** The main heading, else the title. */
  const name = body.blocks.find((block) => block.isHeading && block.isMain)?.text ?? head.says.get("title") ?? "";
  /** Files that a phone loads with the page. */
  const loads = [...new Set([...head.loads, ...body.pictures.map(({ loads }) => loads)])].filter((path) => path !== "");
  return { ...head, ...body, name, loads };
}
