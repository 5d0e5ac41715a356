// The words of the command → what the content of now is compared with.
import type { Config } from "../../config/resolve-config.ts";
import { BuildFailedError, EventsiteError } from "../../diagnostics/diagnostic.ts";
import { suggestionHint } from "../../diagnostics/suggest.ts";
import { isOurSite } from "../../emit/own-files.ts";
import { readSite } from "../../pipeline/read-site.ts";
import { findRevision, type Git, isShallow, openGit, type Revision, revisionNames } from "../deploy/git.ts";
import { readTarget, type Target } from "../deploy/target.ts";

export type Before =
  | { readonly kind: "target"; readonly target: Target }
  | { readonly kind: "revision"; readonly revision: Revision }
  | { readonly kind: "folder"; readonly dir: string };

/**
 * A target of that name, else a revision. Without a name: the live target, else the site of the last build, else the last commit. Rejects
 * with DIFF_UNKNOWN, DIFF_GIT, and as `deploy` does.
 */
export async function chooseBefore(config: Config, name: string | undefined): Promise<Before> {
  const { source, settings } = await readSite(config);
  const targets = settings.publish ?? {};
  const names = Object.keys(targets);
  const asTarget = async (target: string): Promise<Before> => ({
    kind: "target",
    target: (await readTarget(config, target)).target,
  });
  if (name !== undefined) {
    if (Object.hasOwn(targets, name)) return asTarget(name);
    const git = await openGit(config.contentDir).catch((error) => {
      throw error instanceof EventsiteError ? unknown(name, names, source.file, error) : error;
    });
    const revision = await findRevision(git, name);
    if (revision) return { kind: "revision", revision };
    throw await unknownRevision(git, name, names, source.file);
  }
  const live = names.filter((each) => targets[each]?.live === true);
  const [first = names.find((each) => each === "live")] = live.includes("live") ? ["live"] : live;
  if (first !== undefined) return asTarget(first);
  if (isOurSite(config.outDir)) return { kind: "folder", dir: config.outDir };
  const git = await openGit(config.contentDir);
  const revision = await findRevision(git, "HEAD");
  if (revision) return { kind: "revision", revision };
  const message = "There is nothing to compare with: no target marked `live`, no site in dist, and no commit.";
  throw problem("DIFF_UNKNOWN", message, source.file, "commit the content, or build the site, before the next changes");
}

const problem = (code: "DIFF_UNKNOWN" | "DIFF_GIT", message: string, file: string, hint: string | undefined) =>
  new BuildFailedError([{ code, severity: "error", message, file, ...(hint !== undefined && { hint }) }]);

/** Without git, only a target can have been meant. */
function unknown(name: string, targets: readonly string[], file: string, reason: EventsiteError): BuildFailedError {
  const message = `${file} names no target "${name}", and it is no revision: ${reason.message}`;
  return problem("DIFF_GIT", message, file, suggestionHint(name, targets, "the targets are"));
}

async function unknownRevision(git: Git, name: string, targets: readonly string[], file: string) {
  const message = `"${name}" is neither a target of ${file} nor a revision of the git repository.`;
  if (await isShallow(git)) {
    const hint =
      "this clone holds only the last commits: run `git fetch --unshallow`, or set `fetch-depth: 0` where a workflow checks it out";
    return problem("DIFF_UNKNOWN", message, file, hint);
  }
  const names = [...targets, ...(await revisionNames(git))];
  return problem("DIFF_UNKNOWN", message, file, suggestionHint(name, names, "there are"));
}
