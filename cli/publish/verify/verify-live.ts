// A built site and its address → the differences between them, found by asking for everything as a visitor does.
import { mapParallel } from "../../config/parallel.ts";
import { REDIRECTS_FILE, redirectOutput, spellings } from "../../emit/redirect-files.ts";
import { NOT_FOUND_FILE } from "../../routes/plan-routes.ts";
import { ask } from "./ask.ts";
import { checkBare, checkGone, checkRedirect, checkUnknown } from "./check-address.ts";
import { checkFile } from "./check-file.ts";
import { checkHttps, checkRelay } from "./check-service.ts";
import { type Ask, differ, type ExpectedSite } from "./expected-site.ts";
import type { Difference } from "./host-fixes.ts";

export interface LiveOptions {
  readonly signal?: AbortSignal | undefined;
  /** In ms since 1970, for the days that a certificate has left. */
  readonly now: () => number;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface LiveResult {
  readonly differences: readonly Difference[];
  /** Number of addresses that were asked. */
  readonly asked: number;
}

/** Requests. */
const AT_ONCE = 16;

/** An unknown name at two depths: pages refer to their files from the root. */
const UNKNOWN = ["/eventsite-unknown-address", "/eventsite-unknown/address/"];

/** Rejects when the signal aborts; everything else is a difference. */
export async function verifyLive(site: ExpectedSite, { signal, now, onProgress }: LiveOptions): Promise<LiveResult> {
  const askFor: Ask = async (address, expected, compare) => {
    const answer = await ask(site.url + address, { signal });
    if ("failure" in answer) return [differ("status", address, expected, `no answer (${answer.failure})`)];
    return compare(answer, (check, found, own = expected) => [differ(check, address, own, found, answer)]);
  };
  const moved = new Map(site.redirects.map((redirect) => [redirectOutput(redirect), redirect]));
  const pages = site.files.filter(({ path }) => !HIDDEN.has(path) && !moved.has(path));
  const tasks: (() => Promise<Difference[]>)[] = [
    ...pages.map((file) => () => checkFile(site, file, askFor)),
    ...site.redirects.flatMap(({ from, to }) =>
      spellings(from).map((address) => () => checkRedirect(site, address, to, askFor)),
    ),
    ...site.gone.flatMap(spellings).map((address) => () => checkGone(address, askFor)),
    ...UNKNOWN.map((address) => () => checkUnknown(site, address, askFor)),
    ...pages.flatMap(({ path }) => bareFolder(path)).map((address) => () => checkBare(address, askFor)),
    ...(site.url.startsWith("https:") ? [() => checkHttps(site, now, signal)] : []),
    ...(site.relayCall === undefined ? [] : [() => checkRelay(site, site.relayCall ?? "", signal)]),
  ];
  let done = 0;
  const found = await mapParallel(tasks, { atOnce: AT_ONCE }, async (check) => {
    const differences = await check();
    onProgress?.(++done, tasks.length);
    return differences;
  });
  return { differences: found.flat(), asked: tasks.length };
}

/** Rules for the host, which many do not serve; the not-found page is asked for by an unknown address. */
const HIDDEN = new Set(["_headers", REDIRECTS_FILE, NOT_FOUND_FILE]);

/** Only folders at the top are asked for: the host answers all others alike. */
const bareFolder = (path: string): string[] => {
  const folder = /^([^/]+)\/index\.html$/.exec(path)?.[1];
  return folder === undefined ? [] : [encodeURI(`/${folder}`)];
};
