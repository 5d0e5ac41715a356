// Builds the site for a target, hashes its files, and adds the further files that the target needs.

import { checkNow } from "../../authoring/check-now.ts";
import type { BuildOptions, Config } from "../../config/resolve-config.ts";
import { stopOnErrors } from "../../diagnostics/diagnostic.ts";
import { build } from "../../pipeline/build.ts";
import type { BuildResult } from "../../pipeline/run-stages.ts";
import { addressOf, bareAddress } from "../../routes/addresses.ts";
import { findVanished } from "../../routes/find-vanished.ts";
import type { Target } from "../stores/target.ts";
import { commitOf } from "./commit-of.ts";
import { contentReader, filesForTarget, hashFiles } from "./files-for-target.ts";
import type { Source } from "./publish.ts";
import { refuseAlike, refuseOtherAddress } from "./refusals.ts";

export interface BuiltSourceOptions extends BuildOptions {
  /** Addresses that may end without a redirect, such as /old-offer/. */
  readonly gone?: readonly string[];
  /** Publishes placeholders on a live target, too. Default: false. */
  readonly withPlaceholders?: boolean;
}

/** The source of a deploy that builds the site. `siteUrl` is the address that it is built for. */
export async function builtSource(
  target: Target,
  siteUrl: string,
  options: BuiltSourceOptions,
  config: Config,
): Promise<Source> {
  refuseOtherAddress(target, siteUrl);
  await refusePlaceholders(target, options);
  const result = await buildForTarget(target, options);
  const leadsTo = redirectsIn(result);
  const hashed = await hashBuilt(target, result, leadsTo, config);
  const files = filesForTarget(target, hashed, result.redirects, result.basePath);
  const commit = await commitOf(config.root);
  return {
    built: result,
    leadsTo,
    choose: () => ({ files, site: siteUrl, commit }),
    findVanished: vanishedIn(result, options.gone),
    readFile: contentReader(config.outDir, hashed),
  };
}

/** The target of a redirect's file, by path; undefined for other files. */
type LeadsTo = NonNullable<Source["leadsTo"]>;

async function refusePlaceholders(target: Target, options: BuiltSourceOptions): Promise<void> {
  if (!target.live || options.withPlaceholders) return;
  const { diagnostics } = await checkNow({ ...options, release: true });
  stopOnErrors(diagnostics);
}

function buildForTarget(target: Target, options: BuiltSourceOptions): Promise<BuildResult> {
  const preview = target.preview ? { preview: true, drafts: true } : {};
  return build({ ...options, ...preview, write: true });
}

/** Returns the target of a redirect's file, by path; undefined for other files. */
function redirectsIn({ redirects }: BuildResult): LeadsTo {
  const leadsTo = new Map(redirects.map(({ from, to }) => [bareAddress(from), to]));
  return (path) => leadsTo.get(bareAddress(addressOf(path)));
}

function hashBuilt(target: Target, { files, routes }: BuildResult, leadsTo: LeadsTo, config: Config) {
  const paths = files.map(({ path }) => path);
  refuseAlike(target, paths);
  const pages = new Set(routes.map(({ file }) => file));
  return hashFiles(config.outDir, paths, {
    isPage: (path) => pages.has(path),
    isRedirect: (path) => leadsTo(path) !== undefined,
  });
}

/** Addresses that end with this build, without a redirect and without consent. */
function vanishedIn(
  { routes, redirects, gone }: BuildResult,
  consented: readonly string[] = [],
): Source["findVanished"] {
  const paths = consented.map((path) => (path.startsWith("/") ? path : `/${path}`));
  const next = { routes, redirects, gone: [...gone, ...paths] };
  return (addresses) => findVanished(addresses, next);
}
