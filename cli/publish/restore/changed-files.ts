// A git revision → the content files that have changed since, with their bytes in the revision.

import { realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { EventsiteError } from "../../diagnostics/diagnostic.ts";
import { findRevision, type Git, hintForRevision, openGit, type Revision, trustHint } from "../git/git.ts";

export interface ChangedFiles {
  readonly revision: Revision;
  /** The path of each file in the revision, from the root of the repository, by its real path now. */
  readonly before: ReadonlyMap<string, string>;
  /** The bytes at a path in the revision, with the line ends of a checkout here. */
  readonly read: (path: string) => Promise<Buffer>;
}

/** Rejects with RESTORE_GIT if the content is in no repository, and RESTORE_REVISION if the repository has no such revision. */
export async function changedFiles(contentDir: string, since: string): Promise<ChangedFiles> {
  const git = await openGit(contentDir).catch((error) => {
    if (!(error instanceof EventsiteError)) throw error;
    const hint = trustHint(error.cause) ?? "run it in a clone of the site's repository, with git installed";
    throw new EventsiteError("RESTORE_GIT", error.message, { hint });
  });
  const revision = await findRevision(git, since);
  if (!revision)
    throw new EventsiteError("RESTORE_REVISION", `"${since}" is no revision of the git repository in ${git.root}.`, {
      hint: await hintForRevision(git, since),
    });
  return { revision, before: await filesBefore(git, revision, contentDir), read: (path) => git.read(revision, path) };
}

/** A file that was renamed in its folder is compared with its former content. */
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
  const fields = (await git.run(args)).split("\0");
  const paths = new Map<string, string>();
  while (fields.length > 1) {
    const [status = "", was = ""] = fields.splice(0, 2);
    const isRenamed = status.startsWith("R");
    const now = isRenamed ? (fields.shift() ?? "") : was;
    if (status === "A" || (isRenamed && dirname(now) !== dirname(was))) continue;
    paths.set(join(git.root, now.replaceAll("/", sep)), was);
  }
  return paths;
}
