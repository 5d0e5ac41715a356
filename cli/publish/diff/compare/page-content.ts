// A finished page → the content that visitors notice: words in reading order, pictures, links, the texts of its head.
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { type PageBody, readBody } from "./page-body.ts";
import { type PageHead, readHead } from "./page-head.ts";

/** Two pages with the same content look the same. */
export interface PageContent extends PageHead, PageBody {
  /** The main heading, else the title. */
  readonly name: string;
  /** Files that a phone loads with the page. */
  readonly loads: readonly string[];
}

/** Imports the parser, and returns a function that reads pages. */
export async function pageReader(): Promise<(html: string) => PageContent> {
  const { parse } = await import("parse5");
  return (html) => readPage(parse(html, { scriptingEnabled: false }));
}

function readPage(document: Tree.Document): PageContent {
  const head = readHead(document);
  const body = readBody(document, { origin: head.origin, address: head.says.get("canonical address") ?? "" });
  const name = body.blocks.find((block) => block.isHeading && block.isMain)?.text ?? head.says.get("title") ?? "";
  const loads = [...new Set([...head.loads, ...body.pictures.map(({ loads }) => loads)])].filter((path) => path !== "");
  return { ...head, ...body, name, loads };
}
