import { openGit } from "../git/git.ts";

/** The commit that the site was built from, if it is known. */
export async function commitOf(root: string): Promise<string | undefined> {
  try {
    const { run } = await openGit(root);
    const commit = await run(["rev-parse", "--short=12", "HEAD"]);
    const changes = await run(["status", "--porcelain", "--untracked-files=no"]);
    return `${commit}${changes === "" ? "" : " with changes"}`;
  } catch {
    return undefined;
  }
}
