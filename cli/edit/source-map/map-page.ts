// A finished page → the source positions of its words. The page is rendered again with a mark around each text; where that page without its
// marks equals the served one byte for byte, the marks give the sources, and elsewhere there is no result.

import { setImmediate } from "node:timers/promises";
import { writtenTokens } from "../../content/references/resolve-tokens.ts";
import type { OutputFile } from "../../emit/output-file.ts";
import type { BuiltSite } from "../../pipeline/built-site.ts";
import { chooseMarks, type MarkPlan } from "./choose-marks.ts";
import { type Alphabet, chooseAlphabet } from "./mark-alphabet.ts";
import { type PageElement, pageElements } from "./page-elements.ts";
import { fromJson, type Mark, type PageWords, type WordsOrigin } from "./page-words.ts";
import { type ReadText, readMarks, stripMarks } from "./read-marks.ts";
import type { createMarkedRenderer } from "./render-marked.ts";
import type { Placer } from "./source-positions.ts";
import { createSourceTexts, type SourcePosition, type SourceTexts, type TextNode } from "./source-texts.ts";

/** Marks between two pauses: a page may use a thousand files. */
const STRIDE = 16;

const notFollowed = (textNode: TextNode) => ({
  textNode,
  reason: "a template does something with these words that cannot be followed",
});

/** What the pages of a site are mapped with; `plans` are those that were good for a page, as long as the templates are the same. */
export interface Mapper {
  readonly site: BuiltSite;
  readonly render: ReturnType<typeof createMarkedRenderer>;
  readonly placer: Placer;
  readonly plans: Map<string, MarkPlan>;
}

const NOTHING = { origins: [], marks: [], misplaced: [], files: {} };

/** `file` is the page as it is served. It pauses between two renderings. */
export async function mapPage(file: OutputFile, { site, render, placer, plans }: Mapper): Promise<PageWords> {
  const clean = Buffer.from(file.content ?? "").toString();
  const nothing = (reason: string): PageWords => ({ ...NOTHING, hash: file.hash, unmapped: [{ reason }] });
  const page = site.pages.find(({ output }) => output === file.path);
  if (!page) return nothing("no entry of the content makes this page");
  const alphabet = chooseAlphabet(clean + site.characters);
  if (!alphabet) return nothing("the site holds so many private-use characters that none are left to mark words with");
  const sourceTexts = createSourceTexts(writtenTokens(site.settings.given), site.settings.source);
  /** The page with marks by the plan that held. */
  let html = "";
  const holds = async (plan: MarkPlan): Promise<boolean> => {
    await setImmediate();
    try {
      html = render(page, { alphabet, sourceTexts, plan });
      return stripMarks(html, alphabet) === clean;
    } catch {
      // A template that misreads its marked words.
      return false;
    }
  };
  const keys = () => sourceTexts.all().map(({ key }) => key);
  const plan = await chooseMarks(keys, holds, plans.get(page.output));
  if (!plan) return nothing("rendering it once more gives another page");
  const [before, marked] = [await pageElements(clean), await pageElements(html)];
  const read = readAll(before, marked, alphabet, sourceTexts);
  if (!read) return nothing("with marks in it, it would be read as another page");
  plans.set(page.output, plan);
  const bare = sourceTexts.all().filter(({ key }) => !plan(key));
  return place(file.hash, { ...read, lost: [...read.lost, ...bare.map(notFollowed)] }, placer);
}

async function place(hash: string, { marks, lost }: ReadPage, placer: Placer): Promise<PageWords> {
  const files = placer.readFiles();
  const origins: WordsOrigin[] = [];
  const unmapped: { origin?: number; reason: string }[] = [];
  const known = new Map<string, number | undefined>();
  const originOf = (sourcePosition: SourcePosition): number | undefined => {
    const { source, path, kind, block, offset } = sourcePosition;
    const name = JSON.stringify([source.file, path, kind, offset]);
    if (known.has(name)) return known.get(name);
    const found = files.place(sourcePosition);
    if ("reason" in found) unmapped.push({ reason: `${path.join(".")}: ${found.reason}` });
    else origins.push({ file: source.file, path, kind, ...found, ...(block && { block }) });
    const origin = "reason" in found ? undefined : origins.length - 1;
    known.set(name, origin);
    return origin;
  };
  const placed: Mark[] = [];
  const misplaced: PageWords["misplaced"][number][] = [];
  for (const [index, { sourcePosition, ...mark }] of marks.entries()) {
    if (index % STRIDE === 0) await setImmediate();
    const origin = originOf(sourcePosition);
    if (origin !== undefined) placed.push({ ...mark, origin });
    else misplaced.push({ ...mark, file: sourcePosition.source.file });
  }
  const reported = new Set<TextNode>();
  for (const { textNode, reason } of lost) {
    if (reported.has(textNode)) continue;
    reported.add(textNode);
    const origin = originOf(textNode.sourcePosition);
    if (origin !== undefined) unmapped.push({ origin, reason });
  }
  return { hash, origins, marks: placed, unmapped, misplaced, files: files.hashes() };
}

interface ReadPage {
  readonly marks: readonly (Omit<Mark, "origin"> & { readonly sourcePosition: SourcePosition })[];
  readonly lost: ReadText["lost"];
}

/** Not read by visitors: the page's own data and addresses. */
const UNREAD_ELEMENTS = new Set(["script", "style"]);
const UNREAD_ATTRIBUTES = /^(?:class|id|href|srcset|imagesrcset|action|style)$/;
/** The texts in an island's props. */
const DATA_AS_JSON = "data-props";

/** undefined where the two pages differ in more than marks. */
function readAll(
  clean: readonly PageElement[],
  marked: readonly PageElement[],
  alphabet: Alphabet,
  sourceTexts: SourceTexts,
): ReadPage | undefined {
  if (clean.length !== marked.length) return undefined;
  const marks: ReadPage["marks"][number][] = [];
  const lost: ReadText["lost"][number][] = [];
  const readOne = (place: Pick<Mark, "element" | "text" | "attribute">, text: string, plain: string): boolean => {
    if (text === plain) return true;
    const isJson = place.attribute === DATA_AS_JSON;
    const read = readMarks(text, alphabet, sourceTexts, isJson ? fromJson : undefined);
    if (read.plain !== plain) return false;
    marks.push(...read.runs.map((run) => ({ ...place, ...run })));
    // Data without words of the page need not be reported.
    if (!isJson) lost.push(...read.lost);
    return true;
  };
  for (const [element, { name, attributes, texts }] of marked.entries()) {
    const before = clean[element];
    if (before?.name !== name || before.texts.length !== texts.length) return undefined;
    for (const [index, { name: attribute, value }] of attributes.entries()) {
      const plain = before.attributes[index];
      if (plain?.name !== attribute) return undefined;
      if (!UNREAD_ATTRIBUTES.test(attribute) && !readOne({ element, attribute }, value, plain.value)) return undefined;
    }
    if (UNREAD_ELEMENTS.has(name)) continue;
    for (const [index, { child, value }] of texts.entries()) {
      const plain = before.texts[index];
      if (plain?.child !== child || !readOne({ element, text: child }, value, plain.value)) return undefined;
    }
  }
  return { marks, lost };
}
