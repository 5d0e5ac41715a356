import type { Config } from "../../config/resolve-config.ts";
import { isBelow } from "../../config/safe-out-dir.ts";
import { BuildFailedError, type Diagnostic } from "../../diagnostics/diagnostic.ts";
import { findAlike } from "../../routes/plan-routes.ts";
import type { Target } from "../stores/target.ts";
import type { TargetState } from "./target-state.ts";

export const SET_KEY = "set EVENTSITE_DEPLOY_KEY to one secret wherever this target is deployed from";

export function otherKey({ isWhole }: TargetState, target: Target): Diagnostic[] {
  if (isWhole) return [];
  const message = `The earlier publications of ${target.to} were deployed with another key, and cannot be brought back with this one.`;
  return [target.report("DEPLOY_KEY", "to", message, SET_KEY)];
}

export function changedByHand(paths: readonly string[], target: Target): Diagnostic[] {
  const [first] = paths;
  if (first === undefined) return [];
  const what = paths.length === 1 ? first : `${first} and ${paths.length - 1} more files`;
  const message = `${what} in ${target.to} had been changed or deleted by other means since the last deploy.`;
  const hint = "they are written again; change the content instead";
  return [target.report("DEPLOY_CHANGED", "to", message, hint)];
}

/** A target must not be a source or the output of a build, which other commands empty or replace. */
export function refuseOverlap(target: Target, { outDir, contentDir, templatesDir, stateDir }: Config): void {
  if (target.kind !== "folder") return;
  const other = [outDir, contentDir, templatesDir, stateDir].find(
    (dir) => isBelow(dir, target.place) || isBelow(target.place, dir),
  );
  if (other === undefined) return;
  const message = `${target.place} cannot be a target: ${other} is the same folder, in it or around it.`;
  throw new BuildFailedError([target.report("DEPLOY_TARGET", "to", message, "choose a folder outside of the project")]);
}

export function refuseOtherAddress(target: Target, siteUrl: string): void {
  if (target.url === undefined || target.url === siteUrl) return;
  const message = `The pages would name ${siteUrl} as their address, but visitors of "${target.name}" are at ${target.url}.`;
  const hint = `write the same address as \`url\` of the site, or deploy with --site-url ${target.url}`;
  throw new BuildFailedError([target.report("DEPLOY_URL", "url", message, hint)]);
}

/** For all files. The build compares pages only. */
export function refuseAlike(target: Target, paths: readonly string[]): void {
  const problems = findAlike(paths).map(([earlier, later]) => {
    const message = `/${earlier} and /${later} differ in capitals or in the form of a letter alone, which some hosts do not tell apart.`;
    return target.report("ROUTE_COLLISION", "to", message, "rename what one of the two is made from");
  });
  if (problems.length > 0) throw new BuildFailedError(problems);
}
