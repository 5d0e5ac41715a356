// Chooses what the current content is compared with.

import type { Config } from "../../config/resolve-config.ts";
import { BuildFailedError, EventsiteError } from "../../diagnostics/diagnostic.ts";
import { isOurSite } from "../../emit/own-files.ts";
import { readSite } from "../../pipeline/load-site.ts";
import { argumentHint } from "../../text/suggest.ts";
import { findRevision, hintForRevision, openGit, type Revision, trustHint } from "../git/git.ts";
import { readTarget, type Target } from "../stores/target.ts";

export type Before =
  | { readonly kind: "target"; readonly target: Target }
  | { readonly kind: "revision"; readonly revision: Revision }
  | { readonly kind: "folder"; readonly dir: string };

/**
 * The target with this name, else the revision. Without a name: the live target or the only one, else the site of the last build, else the
 * last commit. Rejects with DIFF_UNKNOWN, DIFF_GIT, and as `deploy` does.
 */
export async function chooseBefore(config: Config, name: string | undefined): Promise<Before> {
  const { source, settings } = await readSite(config);
  const targets = settings.publish ?? {};
  const names = Object.keys(targets);
  const problem = (code: "DIFF_UNKNOWN" | "DIFF_GIT", message: string, hint = "") =>
    new BuildFailedError([{ code, severity: "error", message, file: source.file, ...(hint && { hint }) }]);
  const asTarget = async (target: string): Promise<Before> => ({
    kind: "target",
    target: (await readTarget(config, target)).target,
  });
  if (name !== undefined) {
    if (Object.hasOwn(targets, name)) return asTarget(name);
    const git = await openGit(config.contentDir).catch((error) => {
      if (!(error instanceof EventsiteError)) throw error;
      // Without git, only a target can have been meant.
      const message = `${source.file} names no target "${name}", and it is no revision: ${error.message}`;
      throw problem("DIFF_GIT", message, trustHint(error.cause) ?? argumentHint(name, names, "the targets are"));
    });
    const revision = await findRevision(git, name);
    if (revision) return { kind: "revision", revision };
    const message = `"${name}" is neither a target of ${source.file} nor a revision of the git repository.`;
    throw problem("DIFF_UNKNOWN", message, await hintForRevision(git, name, names));
  }
  const live = names.filter((each) => targets[each]?.live === true || names.length === 1);
  const [first = names.find((each) => each === "live")] = live.includes("live") ? ["live"] : live;
  if (first !== undefined) return asTarget(first);
  if (isOurSite(config.outDir)) return { kind: "folder", dir: config.outDir };
  const revision = await findRevision(await openGit(config.contentDir), "HEAD");
  if (revision) return { kind: "revision", revision };
  const message = "There is nothing to compare with: no target marked `live`, no site in dist, and no commit.";
  throw problem("DIFF_UNKNOWN", message, "commit the content, or build the site, before the next changes");
}
