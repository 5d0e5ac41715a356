// A git revision → the site that this program builds from its content. The user's files, index and branches are not touched.

import { existsSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { type BuildOptions, type Config, resolveConfig } from "../../../config/resolve-config.ts";
import { isBelow } from "../../../config/safe-out-dir.ts";
import { BuildFailedError, type Diagnostic, EventsiteError } from "../../../diagnostics/diagnostic.ts";
import { compileOnce } from "../../../launch/compile-once.mjs";
import { build } from "../../../pipeline/build.ts";
import { type Git, gitProblem, openGit, type Revision } from "../../git/git.ts";
import { folderSide, type SiteSide } from "./site-side.ts";

/** How many folders stay beside that of a new revision: three others, and that of the current content. */
const KEPT_FOLDERS = 4;

/** Rejects with DIFF_GIT, and with DIFF_REVISION and the problems of the content if it cannot be built. */
export async function revisionSide(revision: Revision, options: BuildOptions, config: Config): Promise<SiteSide> {
  const git = await openGit(config.contentDir);
  const dir = join(config.stateDir, "diff", revision.commit.slice(0, 16));
  const tree = join(dir, "files");
  await compileOnce(dir, (newDir) => checkOut(git, revision, join(newDir, "files")), KEPT_FOLDERS);
  const there = (path: string, what: string) => insideOf(git, path, tree, what, revision);
  const { templatesDir: _, ...others } = options;
  const ownTemplates = isInRepository(config.templatesDir, git) ? there(config.templatesDir, "templates") : undefined;
  const atRevision = {
    ...others,
    root: isInRepository(config.root, git) ? there(config.root, "project") : tree,
    contentDir: there(config.contentDir, "content"),
    templatesDir: ownTemplates !== undefined && existsSync(ownTemplates) ? ownTemplates : config.templatesDir,
    outDir: join(dir, "site"),
    imageCacheDir: config.imageCacheDir,
    write: true,
  };
  const { outDir } = resolveConfig(atRevision);
  try {
    await build(atRevision);
  } catch (error) {
    throw error instanceof BuildFailedError ? notBuilt(error, revision, tree, git) : error;
  }
  const { name, commit, at } = revision;
  return folderSide(outDir, { kind: "revision", name, commit: commit.slice(0, 12), at });
}

/** Uses an index of its own, so that the user's is not touched. */
async function checkOut(git: Git, { commit }: Revision, tree: string): Promise<void> {
  const index = `${tree}.index`;
  mkdirSync(tree);
  try {
    await git.run(["read-tree", commit], { GIT_INDEX_FILE: index });
    await git.run(["checkout-index", "--all", "--quiet", `--prefix=${tree}/`], { GIT_INDEX_FILE: index });
  } catch (error) {
    throw gitProblem(error);
  } finally {
    rmSync(index, { force: true });
  }
}

const isInRepository = (path: string, { root }: Git): boolean => isBelow(realpathSync(path), root);

function insideOf(git: Git, path: string, tree: string, what: string, { name }: Revision): string {
  if (isInRepository(path, git)) return join(tree, relative(git.root, realpathSync(path)));
  const message = `The ${what} in ${path} is not part of the git repository in ${git.root}, so it is not known as it was in ${name}.`;
  throw new EventsiteError("DIFF_GIT", message, { hint: "compare with a target instead" });
}

/** Reports each problem at its line in the revision, in git's notation: "HEAD~1:content/site.yaml". */
function notBuilt({ diagnostics }: BuildFailedError, { name }: Revision, tree: string, git: Git): BuildFailedError {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const about: Diagnostic = {
    code: "DIFF_REVISION",
    severity: "error",
    message: `The site as it was in ${name} cannot be built with this version of the program: ${errors} ${errors === 1 ? "problem" : "problems"}.`,
    hint: "compare with a later revision, or with a target; your own files are not affected",
  };
  const atRevision = ({ file, ...problem }: Diagnostic): Diagnostic => ({
    ...problem,
    message: problem.message.replaceAll(tree, git.root),
    ...(file !== undefined && { file: `${name}:${file.replace(`${tree}/`, "")}` }),
  });
  return new BuildFailedError([about, ...diagnostics.map(atRevision)]);
}
