// Compares the built site with what is live at an address, by the requests of a visitor.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, checkAddress, resolveConfig } from "../../config/resolve-config.ts";
import { asBuildFailure } from "../../diagnostics/as-build-failure.ts";
import { EventsiteError } from "../../diagnostics/diagnostic.ts";
import type { OutputFile } from "../../emit/output-file.ts";
import { HEADERS_FILE } from "../../hosting/host-headers.ts";
import { REDIRECTS_FILE, redirectOutput, spellings } from "../../hosting/redirect-files.ts";
import { build } from "../../pipeline/build.ts";
import { readSite } from "../../pipeline/load-site.ts";
import type { BuildResult } from "../../pipeline/run-stages.ts";
import { NOT_FOUND_FILE } from "../../routes/addresses.ts";
import { basePathOf } from "../../routes/base-path.ts";
import { mapParallel } from "../../work/parallel.ts";
import { CALL_PATHS } from "../hosts/config/config-input.ts";
import { headersInside, readHeadersFile } from "../hosts/rule-files.ts";
import { ask, isUnanswered } from "./ask.ts";
import {
  type Ask,
  checkBare,
  checkGone,
  checkPublishedFile,
  checkRedirect,
  checkUnknown,
  differ,
  type ExpectedSite,
  statusText,
} from "./check-answers.ts";
import { certificateProblem, checkHttps, checkRelay } from "./check-service.ts";
import type { Difference } from "./host-fixes.ts";

export interface VerifyOptions extends Omit<BuildOptions, "write"> {
  /** The address for visitors: "https://www.example.com". Pages are expected to name it, unless `siteUrl` is given. */
  readonly url: string;
  /** A build whose files are in `outDir`. Default: the site is built in memory. */
  readonly built?: Pick<BuildResult, "files" | "redirects" | "gone">;
}

export interface VerifyResult {
  readonly url: string;
  /** The number of requested addresses. */
  readonly asked: number;
  readonly differences: readonly Difference[];
}

/**
 * Requests every file and address of the site from outside. Rejects with USAGE for an address that cannot be that of a site,
 * LIVE_UNREACHABLE if nothing answers, and as `build` does.
 */
export const verify = ({ url: address, built, ...options }: VerifyOptions): Promise<VerifyResult> =>
  asBuildFailure(async () => {
    const url = checkAddress(address, "address");
    const buildOptions = { ...options, siteUrl: options.siteUrl ?? url };
    const config = resolveConfig(buildOptions);
    const start = await ask(`${url}/`, { signal: options.signal });
    if (isUnanswered(start)) {
      // Every address would differ for this one reason.
      const problem = certificateProblem(url, start);
      if (problem) return { url, asked: 1, differences: [problem] };
      throw new EventsiteError("LIVE_UNREACHABLE", `Nothing answers at ${url} (${start.failure}).`, {
        hint: "check the address, and that the site can be reached from this machine",
      });
    }
    const { files, redirects, gone } = built ?? (await build({ ...buildOptions, write: false }));
    const { settings } = await readSite(config);
    const contentOf = ({ path, content }: OutputFile) =>
      Buffer.from(content ?? readFileSync(join(config.outDir, path)));
    const headersFile = files.find(({ path }) => path === HEADERS_FILE);
    const relayUrl = settings.relay?.url ?? "";
    const site = {
      url,
      redirects,
      gone,
      files: files.map((file) => ({ path: file.path, read: () => contentOf(file) })),
      headers: headersFile
        ? headersInside(basePathOf(url), readHeadersFile(contentOf(headersFile).toString()).rules)
        : [],
      relayCall: URL.canParse(relayUrl) ? relayUrl.replace(/\/+$/, "") + CALL_PATHS[0] : undefined,
    };
    return verifyLive(site, Date.now, options.signal);
  });

/** How many requests run at once. */
const AT_ONCE = 16;

/** Unknown names at two depths: the not-found page has to refer to its files from the root. */
const UNKNOWN = ["/eventsite-unknown-address", "/eventsite-unknown/address/"];

/** `now`, in ms since 1970, is for the remaining days of a certificate. Rejects only when the signal aborts: everything else is a difference. */
export async function verifyLive(site: ExpectedSite, now: () => number, signal?: AbortSignal): Promise<VerifyResult> {
  const { url, relayCall } = site;
  const askFor: Ask = async (address, expected, compare) => {
    const answer = await ask(url + address, { signal });
    if (isUnanswered(answer)) return [differ("status", address, expected, statusText(answer))];
    return compare(answer, (check, found, ownExpectation = expected) => [
      differ(check, address, ownExpectation, found, answer),
    ]);
  };
  const redirectFiles = new Map(site.redirects.map((redirect) => [redirectOutput(redirect), redirect]));
  const pages = site.files.filter(({ path }) => !HIDDEN.has(path) && !redirectFiles.has(path));
  const tasks: (() => Promise<Difference[]>)[] = [
    ...pages.map((file) => () => checkPublishedFile(site, file, askFor)),
    ...site.redirects.flatMap(({ from, to }) =>
      spellings(from).map((address) => () => checkRedirect(site, address, to, askFor)),
    ),
    ...site.gone.flatMap(spellings).map((address) => () => checkGone(address, askFor)),
    ...UNKNOWN.map((address) => () => checkUnknown(site, address, askFor)),
    ...pages.flatMap(({ path }) => bareFolder(path)).map((address) => () => checkBare(site, address, askFor)),
    ...(url.startsWith("https:") ? [() => checkHttps(url, now, signal)] : []),
    ...(relayCall === undefined ? [] : [() => checkRelay(new URL(url).origin, relayCall, signal)]),
  ];
  const differences = await mapParallel(tasks, { atOnce: AT_ONCE }, (check) => check());
  return { url, differences: differences.flat(), asked: tasks.length };
}

/** Files that are not requested: rules, which many hosts do not serve, and the not-found page, which unknown addresses test. */
const HIDDEN = new Set<string>([HEADERS_FILE, REDIRECTS_FILE, NOT_FOUND_FILE]);

/** Only folders at the top are requested: the host answers all others alike. */
const bareFolder = (path: string): string[] => {
  const folder = /^([^/]+)\/index\.html$/.exec(path)?.[1];
  return folder === undefined ? [] : [encodeURI(`/${folder}`)];
};
