// The site → its files for a target: built, hashed, with the further files that the target needs.

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

/** `siteUrl` is the address that the site is built for. */
export async function builtSource(
  target: Target,
  siteUrl: string,
  options: BuiltSourceOptions,
  config: Config,
): Promise<Source> {
  refuseOtherAddress(target, siteUrl);
  await refusePlaceholders(target, options);
  const built = await buildFor(target, options);
  const leadsTo = redirectsIn(built);
  const hashed = await hashBuilt(target, built, leadsTo, config);
  const files = filesForTarget(target, hashed, built.redirects, built.basePath);
  const commit = await commitOf(config.root);
  return {
    built,
    leadsTo,
    choose: () => ({ files, site: siteUrl, commit }),
    findVanished: vanishedIn(built, options.gone),
    readFile: contentReader(config.outDir, hashed),
  };
}

async function refusePlaceholders(target: Target, options: BuiltSourceOptions): Promise<void> {
  if (!target.live || options.withPlaceholders) return;
  const { diagnostics } = await checkNow({ ...options, release: true });
  stopOnErrors(diagnostics);
}

function buildFor(target: Target, options: BuiltSourceOptions): Promise<BuildResult> {
  const preview = target.preview ? { preview: true, drafts: true } : {};
  return build({ ...options, ...preview, write: true });
}

/** Where the file of a redirect leads, by path; undefined for other files. */
function redirectsIn({ redirects }: BuildResult) {
  const leadsTo = new Map(redirects.map(({ from, to }) => [bareAddress(from), to]));
  return (path: string): string | undefined => leadsTo.get(bareAddress(addressOf(path)));
}

function hashBuilt(
  target: Target,
  { files, routes }: BuildResult,
  leadsTo: ReturnType<typeof redirectsIn>,
  config: Config,
) {
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
