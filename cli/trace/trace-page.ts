// A finished page → which of its words stand where in the content. The page is rendered once more with a mark around each text; where that
// page without its marks is, byte for byte, the one that is served, the marks tell what came from where, and where it is not nobody guesses.

import { writtenTokens } from "../content/resolve-tokens.ts";
import type { OutputFile } from "../output/output-file.ts";
import { type Alphabet, chooseAlphabet } from "./alphabet.ts";
import { compare } from "./compare-pages.ts";
import { createLeaves, type Leaf, type Leaves, type Pen, type Spot, type Style } from "./leaves.ts";
import type { Mark, Origin, PageWords } from "./page-words.ts";
import { type PageElement, parsePage } from "./parse-page.ts";
import { type ReadText, readMarks } from "./read-marks.ts";
import { createMarkedRenderer, type MarkedPage } from "./render-marked.ts";
import { type Attempt, settleStyles } from "./settle-styles.ts";
import type { TraceMemory } from "./trace-memory.ts";
import type { TracedPage, TracedSite } from "./traced-site.ts";

export interface Tracer {
  /** `page` is the file as it is served. */
  trace(page: OutputFile): Promise<PageWords>;
}

const NOT_FOLLOWED = "a template does something with these words that cannot be followed";

/** For the pages of one build. `pause` is awaited between two renderings. */
export function createTracer(traced: TracedSite, memory: TraceMemory, pause: () => Promise<void>): Tracer {
  const pages = new Map(traced.pages.map((page) => [page.output, page]));
  const answers = new Map<string, Promise<PageWords>>();

  const trace = async (file: OutputFile): Promise<PageWords> => {
    const clean = Buffer.from(file.content ?? "").toString();
    const nothing = (reason: string): PageWords => ({
      hash: file.hash,
      origins: [],
      marks: [],
      unmapped: [{ reason }],
      files: {},
    });
    const page = pages.get(file.path);
    if (!page) return nothing("no entry of the content makes this page");
    const alphabet = chooseAlphabet(clean + traced.characters);
    if (!alphabet)
      return nothing("the site holds so many private-use characters that none are left to mark words with");
    const leaves = createLeaves(writtenTokens(traced.settings.given), traced.settings.source);
    const marked = await renderAsServed(page, clean, alphabet, leaves);
    if (!marked) return nothing("rendering it once more gives another page");
    const parse = await parsePage();
    const [before, after] = [parse(clean), parse(marked.html)];
    const read = before.length === after.length ? readAll(before, after, alphabet, marked.pen, leaves) : undefined;
    if (!read) return nothing("with marks in it, it would be read as another page");
    return place(file.hash, read, marked.bare);
  };

  const renderAsServed = async (
    page: TracedPage,
    clean: string,
    alphabet: Alphabet,
    leaves: Leaves,
  ): Promise<(MarkedPage & { readonly bare: readonly Leaf[] }) | undefined> => {
    const render = createMarkedRenderer(traced, alphabet, leaves);
    let last: MarkedPage | undefined;
    const attempt = async (styleOf: (leaf: Leaf) => Style): Promise<Attempt> => {
      await pause();
      try {
        last = render(page, styleOf);
        return compare(last, clean, alphabet, leaves);
      } catch {
        return { isPage: false, same: 0, near: [] };
      }
    };
    const settled = await settleStyles(leaves.all, attempt, memory.knownFor(page.output));
    if (!settled || !last) return undefined;
    memory.learn(page.output, settled);
    return { ...last, bare: leaves.all().filter(({ key }) => settled.get(key) === "bare") };
  };

  const place = (hash: string, { marks, lost }: ReadPage, bare: readonly Leaf[]): PageWords => {
    const files = memory.placer.look();
    const origins: Origin[] = [];
    const unmapped: { origin?: number; reason: string }[] = [];
    const known = new Map<string, number | undefined>();
    const originOf = (spot: Spot): number | undefined => {
      const { source, path, kind, block, offset } = spot;
      const name = JSON.stringify([source.file, path, kind, offset]);
      if (known.has(name)) return known.get(name);
      const found = files.place(spot);
      if ("reason" in found) unmapped.push({ reason: `${path.join(".")}: ${found.reason}` });
      else origins.push({ file: source.file, path, kind, ...found, ...(block && { block }) });
      const origin = "reason" in found ? undefined : origins.length - 1;
      known.set(name, origin);
      return origin;
    };
    const placed = marks.flatMap(({ spot, ...mark }): Mark[] => {
      const origin = originOf(spot);
      return origin === undefined ? [] : [{ ...mark, origin }];
    });
    const told = new Set<Leaf>();
    for (const { leaf, reason } of [...lost, ...bare.map((leaf) => ({ leaf, reason: NOT_FOLLOWED }))]) {
      if (told.has(leaf)) continue;
      told.add(leaf);
      const origin = originOf(leaf.spot);
      if (origin !== undefined) unmapped.push({ origin, reason });
    }
    return { hash, origins, marks: placed, unmapped, files: files.hashes() };
  };

  return {
    trace(page) {
      const known = answers.get(page.path) ?? trace(page);
      answers.set(page.path, known);
      return known;
    },
  };
}

interface ReadPage {
  readonly marks: readonly (Omit<Mark, "origin"> & { readonly spot: Spot })[];
  readonly lost: ReadText["lost"];
}

/** What no visitor reads: the page's own data and addresses. */
const UNREAD_ELEMENTS = new Set(["script", "style"]);
const UNREAD_ATTRIBUTES = /^(?:class|id|href|srcset|imagesrcset|action|style)$/;
/** The words that an island's script is given. */
const DATA_AS_JSON = "data-props";

/** undefined where the two pages differ in more than marks. */
function readAll(
  clean: readonly PageElement[],
  marked: readonly PageElement[],
  alphabet: Alphabet,
  pen: Pen,
  leaves: Leaves,
): ReadPage | undefined {
  const marks: ReadPage["marks"][number][] = [];
  const lost: ReadText["lost"][number][] = [];
  const readOne = (place: Pick<Mark, "element" | "text" | "attribute">, text: string, plain: string): boolean => {
    if (text === plain) return true;
    const isJson = place.attribute === DATA_AS_JSON;
    const read = readMarks(text, alphabet, pen, leaves, isJson ? fromJson : undefined);
    if (read.plain !== plain) return false;
    marks.push(...read.runs.map((run) => ({ ...place, ...run })));
    // Data that no words of the page come from need not be told.
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

function fromJson(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}
