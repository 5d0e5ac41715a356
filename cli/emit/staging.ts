// The output is made in a folder beside the site that stands, then takes its place by rename: a build that fails or is killed before
// leaves the old site as it was. Between the two renames nothing stands for some microseconds; whoever builds or serves next repairs that.
import {
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import type { Pace } from "./pace.ts";

export interface Staging {
  readonly dir: string;
  /** Puts the new site in the place of the old one, which is left beside it. */
  swap(): void;
  /** Takes the old site away. */
  clear(pace: Pace): Promise<void>;
  /** Takes the staging folder away; the site stands as it stood. */
  discard(): void;
}

/** Written into the head of every page; tells a site of ours from a foreign folder when the manifest is lost. */
const GENERATOR = '<meta name="generator" content="eventsite">';

const asideName = (outDir: string, role: "next" | "old", pid: number | string = process.pid) =>
  join(dirname(outDir), `.${basename(outDir)}.eventsite-${role}-${pid}`);

/** Brings back a site that a killed build left between its two renames, and takes away what such builds left over. */
export function recoverOutput(outDir: string): void {
  const parent = dirname(outDir);
  if (!existsSync(parent)) return;
  const prefix = `.${basename(outDir)}.eventsite-`;
  const left = readdirSync(parent).filter((name) => name.startsWith(prefix));
  const olds = left.filter((name) => name.startsWith(`${prefix}old-`));
  if (!existsSync(outDir)) {
    const newest = olds.map((name) => join(parent, name)).sort((a, b) => statSync(b).ctimeMs - statSync(a).ctimeMs)[0];
    if (newest) renameSync(newest, outDir);
  }
  for (const name of left) rmSync(join(parent, name), { recursive: true, force: true });
}

/** Rejects with EMIT_FOREIGN_FOLDER where the folder holds something and no build of ours made it. */
export function assertOurs(outDir: string, owned: ReadonlySet<string>): void {
  const stat = statSync(outDir, { throwIfNoEntry: false });
  if (!stat) return;
  if (!stat.isDirectory())
    throw new EventsiteError("EMIT_FOREIGN_FOLDER", `${outDir} is a file, not a folder.`, {
      hint: "choose another folder with --out",
    });
  if (owned.size > 0 || isEmpty(outDir) || isOurSite(outDir)) return;
  throw new EventsiteError("EMIT_FOREIGN_FOLDER", `${outDir} holds files that no build of this project made.`, {
    hint: "choose an empty folder with --out, or empty this one yourself",
  });
}

/** Files that stand beside a site without belonging to it, such as .git and CNAME, do not make a folder foreign on their own. */
const isEmpty = (dir: string): boolean => readdirSync(dir).every((name) => BESIDE_A_SITE.has(name));

const BESIDE_A_SITE = new Set([".git", ".DS_Store", ".nojekyll", "CNAME"]);

/** Whether a build of this program made the folder's start page. */
export const isOurSite = (outDir: string): boolean => isOurPage(join(outDir, "index.html"));

function isOurPage(path: string): boolean {
  if (!isFile(path)) return false;
  const head = Buffer.alloc(65_536);
  const descriptor = openSync(path, "r");
  try {
    return head.toString("utf8", 0, readSync(descriptor, head)).includes(GENERATOR);
  } finally {
    closeSync(descriptor);
  }
}

export function createStaging(outDir: string): Staging {
  const dir = asideName(outDir, "next");
  const old = asideName(outDir, "old");
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dirname(dir), { recursive: true });
  // Without `recursive`, which goes round for ever where a system folder refuses new entries.
  mkdirSync(dir);
  return {
    dir,
    discard: () => rmSync(dir, { recursive: true, force: true }),
    swap() {
      rmSync(old, { recursive: true, force: true });
      const stood = existsSync(outDir);
      if (stood) renameSync(outDir, old);
      try {
        renameSync(dir, outDir);
      } catch (error) {
        if (stood) renameSync(old, outDir);
        throw error;
      }
    },
    async clear(pace) {
      if (existsSync(old)) await removeTree(old, pace);
    },
  };
}

async function removeTree(dir: string, pace: Pace): Promise<void> {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    await pace();
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await removeTree(path, pace);
    else rmSync(path, { force: true });
  }
  rmSync(dir, { recursive: true, force: true });
}

/**
 * Carries files that are not ours from the old site into the new one. A lost manifest makes every HTML page and hashed file of ours
 * known by itself. Rejects with EMIT_FOREIGN_FOLDER where one of them stands in the way of a page.
 */
export async function keepForeignFiles(
  outDir: string,
  stagingDir: string,
  owned: ReadonlySet<string>,
  pace: Pace,
): Promise<void> {
  if (!existsSync(outDir)) return;
  const isOurs = (path: string) =>
    owned.has(path) || isFile(join(stagingDir, path)) || (owned.size === 0 && isRecognised(outDir, path));
  const walk = async (folder: string): Promise<void> => {
    const entries = readdirSync(join(outDir, folder), { withFileTypes: true });
    // No build leaves an empty folder behind: someone else put it there.
    if (entries.length === 0 && !existsSync(join(stagingDir, folder)))
      mkdirSync(join(stagingDir, folder), { recursive: true });
    for (const entry of entries) {
      await pace();
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (!isOurs(path)) carry(outDir, stagingDir, path);
    }
  };
  await walk("");
}

/** existsSync() also answers for a path that leads through a file, where statSync() throws. */
const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

const isRecognised = (outDir: string, path: string): boolean =>
  (path.endsWith(".html") && isOurPage(join(outDir, path))) ||
  /^assets\/(?:images|cards|fonts)\/(?:[a-z0-9-]+-)?[0-9a-f]{8}\.(?:webp|avif|jpe?g|png|svg|ico|woff2)$/.test(path) ||
  /^assets\/scripts\/[\w-]+-[A-Z0-9]{8}\.js$/.test(path) ||
  /^(?:sitemap\.xml|robots\.txt|site\.webmanifest|_headers)$/.test(path);

function carry(outDir: string, stagingDir: string, path: string): void {
  const [from, to] = [join(outDir, path), join(stagingDir, path)];
  const above = path.split("/").map((_, index, names) => join(stagingDir, ...names.slice(0, index)));
  if (existsSync(to) || above.some(isFile)) {
    throw new EventsiteError(
      "EMIT_FOREIGN_FOLDER",
      `${from} is not of this project, and stands where the site has a page or folder.`,
      {
        hint: "move it elsewhere",
      },
    );
  }
  mkdirSync(dirname(to), { recursive: true });
  // Not every file system links a link itself: some link what it leads to.
  if (lstatSync(from).isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to);
    return;
  }
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    const { atime, mtime } = statSync(from);
    utimesSync(to, atime, mtime);
  }
}
