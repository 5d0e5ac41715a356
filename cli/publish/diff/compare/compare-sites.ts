// Two sites → all changes for visitors. Files with the same content are not read.

import { hash } from "node:crypto";
import { posix } from "node:path";
import { fileClassOf } from "../../../hosting/file-headers.ts";
import { HEADERS_FILE } from "../../../hosting/host-headers.ts";
import { REDIRECTS_FILE } from "../../../hosting/redirect-files.ts";
import { addressOf } from "../../../routes/addresses.ts";
import { mapParallel } from "../../../work/parallel.ts";
import { pageReader } from "./page-content.ts";
import { comparePairs, leadsTo, type PagePair, type ReadPage } from "./pair-pages.ts";
import type { FileChange, SiteChange, SiteTotals } from "./site-change.ts";
import { isPageFile, type SiteSide } from "./site-side.ts";

/** The not-found page is compared, but not counted: nobody goes there on purpose. */
const isCounted = (path: string, { staticPages }: SiteSide) => fileClassOf(path) === "page" && !staticPages.has(path);

export async function compareSites(before: SiteSide, after: SiteSide, signal?: AbortSignal): Promise<SiteChange> {
  const atOnce = Math.min(before.parallel, after.parallel);
  const differing = await differingPaths(before, after, atOnce, signal);
  const parsePage = await pageReader();
  const load = async (side: SiteSide, path: string): Promise<ReadPage | undefined> => {
    const bytes = side.files.has(path) ? await side.read(path) : undefined;
    if (!bytes) return undefined;
    const content = parsePage(bytes.toString("utf8"));
    const sizes = content.loads.map((file) => side.files.get(file.replace(/^\//, "")) ?? 0);
    return { path, content, weight: sizes.reduce((sum, size) => sum + size, bytes.length) };
  };
  const scriptsBefore = scriptContent(before);
  const scriptsAfter = scriptContent(after);
  const isPage = (path: string) => isPageFile(path) && !before.staticPages.has(path) && !after.staticPages.has(path);
  const paths = differing.filter(isPage);
  const pairs = await mapParallel(paths, { atOnce, signal }, async (path): Promise<PagePair> => {
    const old = await load(before, path);
    const next = await load(after, path);
    if (!old || !next || old.content.scripts === next.content.scripts) return { path, before: old, after: next };
    return { path, before: await withScripts(old, scriptsBefore), after: await withScripts(next, scriptsAfter) };
  });
  // A page that an old address leads to now may be unchanged.
  const targets = new Set(pairs.flatMap(({ after: next }) => leadsTo(next) ?? []));
  for (const path of targets)
    if (!paths.includes(path) && after.files.has(path))
      pairs.push({ path, before: await load(before, path), after: await load(after, path) });

  const differingPages = new Set(paths);
  const compared = comparePairs(pairs);
  const differ = new Set(paths.map(addressOf));
  const same = [...after.files.keys()].filter((path) => isCounted(path, after) && !differingPages.has(path));
  const redirects = await countRedirects(after, same);
  const leading = (side: "before" | "after") =>
    pairs.filter((pair) => pair[side]?.content.leadsTo !== undefined).length;
  return {
    before: { ...before.about, ...totalsOf(before, redirects + leading("before")) },
    after: { ...after.about, ...totalsOf(after, redirects + leading("after")) },
    ...compared,
    alike: compared.alike.filter((address) => differ.has(address)),
    unchanged: same.length - redirects,
    files: compareFiles(
      before,
      after,
      differing.filter((path) => !isPage(path)),
    ),
  };
}

/** Paths that are in one site only, or whose content differs, sorted. Assets have the hash of their content in their names. */
async function differingPaths(before: SiteSide, after: SiteSide, atOnce: number, signal?: AbortSignal) {
  const paths = [...new Set([...before.files.keys(), ...after.files.keys()])].sort();
  const differs = await mapParallel(paths, { atOnce, signal }, async (path) => {
    const old = before.files.get(path);
    const next = after.files.get(path);
    if (old !== next) return true;
    return fileClassOf(path) !== "asset" && (await before.hashOf(path)) !== (await after.hashOf(path));
  });
  return paths.filter((_, index) => differs[index]);
}

/** Pages that only redirect have no assets and few words. */
const MOST_REDIRECT_BYTES = 4_096;

async function countRedirects({ files, parallel, read }: SiteSide, paths: readonly string[]): Promise<number> {
  const small = paths.filter((path) => (files.get(path) ?? 0) < MOST_REDIRECT_BYTES);
  const texts = await mapParallel(small, { atOnce: parallel }, async (path) => String(await read(path)));
  return texts.filter((text) => /<meta http-equiv="refresh"/i.test(text)).length;
}

function totalsOf(side: SiteSide, redirects: number): SiteTotals {
  const { files } = side;
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  return {
    pages: [...files.keys()].filter((path) => isCounted(path, side)).length - redirects,
    files: files.size,
    bytes,
  };
}

/** Files that follow from the list of pages: their changes are reported with the pages. */
const FOLLOWING = new Set<string>(["sitemap.xml", HEADERS_FILE, REDIRECTS_FILE]);

function compareFiles(before: SiteSide, after: SiteSide, differing: readonly string[]): FileChange[] {
  return differing
    .filter((path) => !FOLLOWING.has(path) && fileClassOf(path) !== "asset")
    .map((path) => {
      const old = before.files.get(path);
      const next = after.files.get(path);
      return { kind: fileChangeKind(old, next), path, before: old, after: next };
    });
}

function fileChangeKind(before: number | undefined, after: number | undefined): FileChange["kind"] {
  if (before === undefined) return "added";
  return after === undefined ? "gone" : "changed";
}

const HASHED_NAME = /([\w.-]*)-[A-Z0-9]{8}\.js\b/g;

const withScripts = async ({ content: facts, ...page }: ReadPage, contentOf: ScriptContent): Promise<ReadPage> => ({
  ...page,
  content: { ...facts, scripts: await contentOf(facts.scripts) },
});

/** Replaces each script, a line each, by a hash of its content. One that is not a file of the site stays as it is. */
type ScriptContent = (scripts: string) => Promise<string>;

/**
 * The content of a script includes all that it imports. Its name does not suffice: a bundler's hash also depends on the folder of the sources,
 * and a revision is built in another folder than the current content.
 */
function scriptContent({ files, read }: SiteSide): ScriptContent {
  const cache = new Map<string, Promise<string>>();
  const contentOf = async (first: string): Promise<string> => {
    const paths = new Set([first]);
    const texts: string[] = [];
    for (const path of paths) {
      const text = String(await read(path));
      for (const [name] of text.matchAll(HASHED_NAME)) {
        const imported = posix.join(posix.dirname(path), name);
        if (files.has(imported)) paths.add(imported);
      }
      texts.push(text.replace(HASHED_NAME, "$1"));
    }
    return hash("sha256", texts.sort().join("\0"));
  };
  return async (scripts) => {
    const contents = scripts.split("\n").map((src) => {
      const path = src.replace(/^\//, "");
      if (!files.has(path)) return src;
      const content = cache.get(path) ?? contentOf(path);
      cache.set(path, content);
      return content;
    });
    return (await Promise.all(contents)).join("\n");
  };
}
