// Moves the files of a new site into an output folder that is not replaced as a whole. Each file is replaced by a rename: first what pages
// refer to, then the pages, new ones before those that may link to them. Stale files are deleted last. So every page works at any moment,
// and the next build completes an interrupted one.
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import { failureReason } from "../diagnostics/failure-reason.ts";

/** Finds problems that would stop publishing halfway, before anything is changed. */
export function readyInPlace(outDir: string, stagingDir: string, stale: readonly string[]): void {
  const folders = new Set([...filesBelow(stagingDir), ...stale].flatMap(foldersOf));
  for (const folder of folders) {
    const path = join(outDir, folder);
    if (fs.existsSync(path) && fs.statSync(path).isDirectory())
      fs.accessSync(path, fs.constants.W_OK | fs.constants.X_OK);
  }
}

/** Rejects with EMIT_FAILED if the system still refuses one of the files. */
export function publishInPlace(outDir: string, stagingDir: string, stale: readonly string[]): void {
  const files = filesBelow(stagingDir);
  const newFiles = new Set(files);
  const pages = files.filter(isPage);
  const replaced = new Set(pages.filter((path) => fs.existsSync(join(outDir, path))));
  const newPages = pages.filter((path) => !replaced.has(path));
  const folders = new Set(files.flatMap(foldersOf));
  const isInTheWay = (path: string) => folders.has(path) || foldersOf(path).some((folder) => newFiles.has(folder));
  const remaining = stale.filter((path) => !isInTheWay(path));
  const steps = [
    ...stale.filter(isInTheWay).map((path) => () => remove(outDir, path)),
    ...[...files.filter((path) => !isPage(path)), ...newPages, ...replaced].map(
      (path) => () => moveFile(outDir, stagingDir, path),
    ),
    ...[...remaining.filter(isPage), ...remaining.filter((path) => !isPage(path))].map(
      (path) => () => remove(outDir, path),
    ),
  ];
  for (const step of steps) step();
}

const isPage = (path: string) => path.endsWith(".html");

function filesBelow(dir: string, folder = ""): string[] {
  return fs.readdirSync(join(dir, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(dir, path) : [path];
  });
}

/** "a/b/c.html" → "", "a", "a/b". */
const foldersOf = (path: string): string[] => path.split("/").map((_, index, names) => names.slice(0, index).join("/"));

function moveFile(outDir: string, stagingDir: string, path: string): void {
  const to = join(outDir, path);
  orExplain(to, () => {
    fs.mkdirSync(dirname(to), { recursive: true });
    // A folder that is not empty holds files of others, which have been reported.
    if (fs.existsSync(to) && fs.statSync(to).isDirectory()) fs.rmdirSync(to);
    fs.renameSync(join(stagingDir, path), to);
  });
}

/** Also deletes the folders that are then empty. */
function remove(outDir: string, path: string): void {
  orExplain(join(outDir, path), () => {
    fs.rmSync(join(outDir, path), { force: true });
    for (const folder of foldersOf(path).slice(1).reverse()) {
      const dir = join(outDir, folder);
      if (!fs.existsSync(dir) || fs.readdirSync(dir).length > 0) return;
      fs.rmdirSync(dir);
    }
  });
}

function orExplain(path: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    const message = `${path} could not be written: ${failureReason(error)}. Some files of the site are new already, others are still those of the last build.`;
    throw new EventsiteError("EMIT_FAILED", message, {
      hint: "all pages still work; build again, which completes the site",
      cause: error,
    });
  }
}
