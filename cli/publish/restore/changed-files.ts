// A git revision → the content files that have changed since, with their bytes of that time.

import { realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { EventsiteError } from "../../diagnostics/diagnostic.ts";
import { findRevision, type Git, hintForRevision, openGit, type Revision } from "../git/git.ts";

export interface ChangedFiles {
  readonly revision: Revision;
  /** By the real path of a file as it is now: where the revision has it, from the root of the repository. */
  readonly before: ReadonlyMap<string, string>;
  /** Its bytes at that path in the revision, with the line ends that a checkout here has. */
  readonly read: (path: string) => Promise<Buffer>;
}

/** Rejects with RESTORE_GIT where the content is in no repository, and RESTORE_REVISION where that has no such revision. */
export async function changedFiles(contentDir: string, since: string): Promise<ChangedFiles> {
  const git = await openGit(contentDir).catch((error) => {
    if (!(error instanceof EventsiteError)) throw error;
    const hint = "run it in a clone of the site's repository, with git installed";
    throw new EventsiteError("RESTORE_GIT", error.message, { hint });
  });
  const revision = await findRevision(git, since);
  if (!revision)
    throw new EventsiteError("RESTORE_REVISION", `"${since}" is no revision of the git repository in ${git.root}.`, {
      hint: await hintForRevision(git, since),
    });
  return { revision, before: await filesBefore(git, revision, contentDir), read: (path) => git.read(revision, path) };
}

/** A file that has another name in the same folder is compared with what it was. */
async function filesBefore(git: Git, { commit }: Revision, contentDir: string): Promise<Map<string, string>> {
  const folder = relative(git.root, realpathSync(contentDir)) || ".";
  const args = [
    "diff",
    "--name-status",
    "-z",
    "--find-renames",
    "--no-ext-diff",
    commit,
    "--",
    `:(top,literal)${folder}`,
  ];
  const words = (await git.run(args)).split("\0");
  const found = new Map<string, string>();
  while (words.length > 1) {
    const [status = "", was = ""] = words.splice(0, 2);
    const isRenamed = status.startsWith("R");
    const now = isRenamed ? (words.shift() ?? "") : was;
    if (status === "A" || (isRenamed && dirname(now) !== dirname(was))) continue;
    found.set(join(git.root, now.replaceAll("/", sep)), was);
  }
  return found;
}
