// Two sites → everything that changes for visitors. Files with the same content are not read.
import { mapParallel } from "../../config/parallel.ts";
import { contentTypeOf, fileClassOf } from "../../emit/file-headers.ts";
import { addressOf } from "../../routes/plan-routes.ts";
import { pageReader } from "./page-facts.ts";
import { comparePairs, leadsTo, type PagePair, type ReadPage } from "./pair-pages.ts";
import { scriptContent } from "./script-content.ts";
import type { FileChange, SiteChange, SiteTotals } from "./site-change.ts";
import type { SiteSide } from "./site-side.ts";

export interface CompareOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of pages that have been compared, and of all. */
  readonly onCompared?: ((done: number, total: number) => void) | undefined;
}

const isPageFile = (path: string) => path.endsWith(".html");
/** The not-found page is compared, and not counted: nobody goes there on purpose. */
const isCounted = (path: string) => fileClassOf(path) === "page";

export async function compareSites(
  before: SiteSide,
  after: SiteSide,
  { signal, onCompared }: CompareOptions = {},
): Promise<SiteChange> {
  const atOnce = Math.min(before.parallel, after.parallel);
  const differing = await differingPaths(before, after, atOnce, signal);
  const read = await pageReader();
  const load = async (side: SiteSide, path: string): Promise<ReadPage | undefined> => {
    const bytes = side.files.has(path) ? await side.read(path) : undefined;
    if (!bytes) return undefined;
    const facts = read(bytes.toString("utf8"));
    const sizes = facts.loads.map((file) => side.files.get(file.replace(/^\//, "")) ?? 0);
    return { path, facts, weight: sizes.reduce((sum, size) => sum + size, bytes.length) };
  };
  const scripts = { before: scriptContent(before), after: scriptContent(after) };
  /** With scripts by their content, where their names differ. */
  const withScripts = async (pair: PagePair): Promise<PagePair> => {
    if (!pair.before || !pair.after || pair.before.facts.scripts === pair.after.facts.scripts) return pair;
    const byContent = async (side: "before" | "after", page: ReadPage): Promise<ReadPage> => ({
      ...page,
      facts: { ...page.facts, scripts: await scripts[side](page.facts.scripts) },
    });
    return { ...pair, before: await byContent("before", pair.before), after: await byContent("after", pair.after) };
  };
  let done = 0;
  const paths = differing.filter(isPageFile);
  const pairs = await mapParallel(paths, { atOnce, signal }, async (path): Promise<PagePair> => {
    const pair = await withScripts({ path, before: await load(before, path), after: await load(after, path) });
    onCompared?.(++done, paths.length);
    return pair;
  });
  // A page that an old address leads to now may be the same as before.
  const targets = new Set(pairs.flatMap(({ after: next }) => leadsTo(next) ?? []));
  for (const path of targets)
    if (!paths.includes(path) && after.files.has(path))
      pairs.push({ path, before: await load(before, path), after: await load(after, path) });

  const differingPages = new Set(paths);
  const compared = comparePairs(pairs);
  const differ = new Set(paths.map(addressOf));
  const same = [...after.files.keys()].filter((path) => isCounted(path) && !differingPages.has(path));
  const redirects = await countRedirects(after, same);
  const leading = (side: "before" | "after") => pairs.filter((pair) => pair[side]?.facts.leadsTo !== undefined).length;
  return {
    before: { ...before.about, ...totalsOf(before, redirects + leading("before")) },
    after: { ...after.about, ...totalsOf(after, redirects + leading("after")) },
    ...compared,
    alike: compared.alike.filter((address) => differ.has(address)),
    unchanged: same.length - redirects,
    files: compareFiles(before, after, differing),
  };
}

/** Paths that are in one site only, or whose content differs, sorted. Assets have the hash of their content in their names. */
async function differingPaths(before: SiteSide, after: SiteSide, atOnce: number, signal?: AbortSignal) {
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].sort();
  const differs = await mapParallel(paths, { atOnce, signal }, async (path) => {
    const [old, next] = [before.files.get(path), after.files.get(path)];
    if (old !== next) return true;
    return fileClassOf(path) !== "asset" && (await before.hashOf(path)) !== (await after.hashOf(path));
  });
  return paths.filter((_, index) => differs[index]);
}

/** Pages that only lead on have no assets and few words. */
const MOST_REDIRECT_BYTES = 4_096;

async function countRedirects({ files, parallel, read }: SiteSide, paths: readonly string[]): Promise<number> {
  const small = paths.filter((path) => (files.get(path) ?? 0) < MOST_REDIRECT_BYTES);
  const texts = await mapParallel(small, { atOnce: parallel }, async (path) => String(await read(path)));
  return texts.filter((text) => /<meta http-equiv="refresh"/i.test(text)).length;
}

function totalsOf({ files }: SiteSide, redirects: number): SiteTotals {
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  return { pages: [...files.keys()].filter(isCounted).length - redirects, files: files.size, bytes };
}

/** Files that are made from the list of pages: their changes are reported with the pages. */
const FOLLOWING = new Set(["sitemap.xml", "_headers", "_redirects"]);

function compareFiles(before: SiteSide, after: SiteSide, differing: readonly string[]): FileChange[] {
  const isDownload = (path: string) => contentTypeOf(path) === "application/pdf";
  return differing
    .filter((path) => !isPageFile(path) && !FOLLOWING.has(path) && (fileClassOf(path) !== "asset" || isDownload(path)))
    .map((path) => {
      const [old, next] = [before.files.get(path), after.files.get(path)];
      const kind = old === undefined ? "added" : next === undefined ? "gone" : "changed";
      return { kind, path, before: old, after: next };
    });
}
