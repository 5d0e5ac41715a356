// Finds out who owns the files in the output folder. A folder that this program did not fill is never written to.

import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import { yieldTurn } from "../work/yield-turn.ts";
import { isBuildsOwn } from "./output-names.ts";

/** Rendered into the head of every page; identifies our site if the manifest is lost. */
export const GENERATOR = { name: "generator", content: "eventsite" } as const;
export const GENERATOR_TAG = `<meta name="${GENERATOR.name}" content="${GENERATOR.content}">`;

/** Rejects with EMIT_FOREIGN_FOLDER if the folder is not empty and no build of ours made it. */
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

const isEmpty = (dir: string): boolean => readdirSync(dir).every((name) => isBesideSite(name));

/** Files of version control and file systems: they alone do not make a folder foreign. */
const OF_SYSTEMS = [".git", ".DS_Store", "lost+found"];
/** Files of hosts, which a site may also publish. */
const OF_HOSTS = [".nojekyll", ".well-known", "CNAME"];
const BESIDE_A_SITE = new Set([...OF_SYSTEMS, ...OF_HOSTS]);

/** `path` begins at the folder of the site. */
export const isBesideSite = (path: string): boolean => {
  const [name = ""] = path.split("/");
  return BESIDE_A_SITE.has(name) || isBuildsOwn(name);
};

/** Whether a path is never part of a site of ours; `path` begins at the folder of the site. */
export const isNeverOfSite = (path: string): boolean => {
  const [name = ""] = path.split("/");
  return OF_SYSTEMS.includes(name) || isBuildsOwn(name);
};

/** Whether a build of this program made the folder's start page. */
export const isOurSite = (outDir: string): boolean => isOurPage(join(outDir, "index.html"));

/** Whether this program has rendered the file. */
export function isOurPage(path: string): boolean {
  if (!isFile(path)) return false;
  const head = Buffer.alloc(65_536);
  const descriptor = openSync(path, "r");
  try {
    return head.toString("utf8", 0, readSync(descriptor, head)).includes(GENERATOR_TAG);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Sorts the files of the output folder. Without a manifest, every HTML page and hashed file of ours is recognised by itself. Rejects with
 * EMIT_FOREIGN_FOLDER if a file of others is where the new site has a page or folder.
 */
export async function findFiles(outDir: string, stagingDir: string, owned: ReadonlySet<string>) {
  const files = {
    /** Files of others, and links; relative to the output folder, with forward slashes. */
    foreign: [] as string[],
    /** Empty folders of others: no build leaves one behind. */
    emptyFolders: [] as string[],
    /** Files of an earlier site. The new one may have some of them: see `staleFiles`. */
    ours: [] as string[],
  };
  const walk = async (folder: string): Promise<void> => {
    const entries = readdirSync(join(outDir, folder), { withFileTypes: true });
    if (entries.length === 0 && folder !== "") files.emptyFolders.push(folder);
    for (const entry of entries) {
      await yieldTurn();
      if (folder === "" && isBuildsOwn(entry.name)) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (owned.has(path)) files.ours.push(path);
      else if (isFile(join(stagingDir, path))) continue;
      else if (owned.size === 0 && isRecognised(outDir, path)) files.ours.push(path);
      else {
        assertNotInTheWay(outDir, stagingDir, path);
        files.foreign.push(path);
      }
    }
  };
  if (existsSync(outDir)) await walk("");
  return files;
}

/** The files of ours that the new site does not have. */
export const staleFiles = ({ ours }: { ours: readonly string[] }, stagingDir: string): readonly string[] =>
  ours.filter((path) => !isFile(join(stagingDir, path)));

function assertNotInTheWay(outDir: string, stagingDir: string, path: string): void {
  const above = path.split("/").map((_, index, names) => join(stagingDir, ...names.slice(0, index)));
  if (!existsSync(join(stagingDir, path)) && !above.some(isFile)) return;
  throw new EventsiteError(
    "EMIT_FOREIGN_FOLDER",
    `${join(outDir, path)} is not of this project, and the site has a page or folder at its place.`,
    { hint: "move it elsewhere" },
  );
}

/** False also for an address that is too long for a path, or leads through a file. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const isRecognised = (outDir: string, path: string): boolean =>
  (path.endsWith(".html") && isOurPage(join(outDir, path))) ||
  /^assets\/(?:images|cards|fonts)\/(?:[a-z0-9-]+-)?[0-9a-f]{8}\.(?:webp|avif|jpe?g|png|svg|ico|woff2)$/.test(path) ||
  /^assets\/scripts\/[\w-]+-[A-Z0-9]{8}\.js$/.test(path) ||
  /^(?:sitemap\.xml|robots\.txt|site\.webmanifest|_headers|_redirects)$/.test(path);
