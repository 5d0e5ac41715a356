// A finished page → the source positions of its words. The page is rendered again with a mark around each text; where that page without its
// marks equals the served one byte for byte, the marks give the sources, and elsewhere there is no result.

import { setImmediate } from "node:timers/promises";
import { writtenTokens } from "../../content/references/resolve-tokens.ts";
import type { OutputFile } from "../../emit/output-file.ts";
import type { BuiltSite } from "../../pipeline/built-site.ts";
import { chooseMarks, type MarkPlan } from "./choose-marks.ts";
import { chooseAlphabet } from "./mark-alphabet.ts";
import { pageElements } from "./page-elements.ts";
import { readPageMarks } from "./page-marks.ts";
import type { PageWords } from "./page-words.ts";
import { placeMarks } from "./place-marks.ts";
import { stripMarks } from "./read-marks.ts";
import type { MarkedRenderer } from "./render-marked.ts";
import type { Placer } from "./source-positions.ts";
import { createSourceTexts, type TextNode } from "./source-texts.ts";

const notFollowed = (textNode: TextNode) => ({
  textNode,
  reason: "a template does something with these words that cannot be followed",
});

/** What the pages of a site are mapped with. */
export interface Mapper {
  readonly site: BuiltSite;
  readonly render: MarkedRenderer;
  readonly placer: Placer;
  /** The last good plan of each page, as long as the templates are the same. */
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
  const sourceTexts = createSourceTexts(writtenTokens(site.settings.values), site.settings.source);
  /** The page with marks by the last plan that was tried. */
  let html = "";
  const isUnchanged = async (plan: MarkPlan): Promise<boolean> => {
    await setImmediate();
    try {
      html = render(page, { alphabet, sourceTexts, plan });
      return stripMarks(html, alphabet) === clean;
    } catch {
      // A template may fail on marked words.
      return false;
    }
  };
  const keys = () => sourceTexts.all().map(({ key }) => key);
  const plan = await chooseMarks(keys, isUnchanged, plans.get(page.output));
  if (!plan) return nothing("rendering it once more gives another page");
  const before = await pageElements(clean);
  const marked = await pageElements(html);
  const pageMarks = readPageMarks(before, marked, alphabet, sourceTexts);
  if (!pageMarks) return nothing("with marks in it, it would be read as another page");
  plans.set(page.output, plan);
  const unmarked = sourceTexts.all().filter(({ key }) => !plan(key));
  const lost = [...pageMarks.lost, ...unmarked.map(notFollowed)];
  return placeMarks(file.hash, { marks: pageMarks.marks, lost }, placer);
}
