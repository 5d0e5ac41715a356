// What most browser tests begin with: a browser and the frozen site, from before the first test of a file until after its last.
// Files that run in one worker share the browser, the relay and with it the site that is built for its address.
import type { Browser } from "playwright";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type ServedSite, type ServeOptions, serveBuiltSite } from "../hosts/served-site.ts";
import { openRecordingRelay, type RecordingRelay } from "../relay/recording-relay.ts";
import { type BuiltSite, buildSite } from "../site/built-site.ts";
import { type LiveSite, openLiveSite } from "../site/live-site.ts";
import { openBrowser } from "./browser.ts";

/** Filled in before the first test runs; a file calls the function that gives it once, outside of its tests. */
export interface SiteInBrowser {
  readonly browser: Browser;
  readonly site: BuiltSite;
  /** "http://127.0.0.1:PORT", without a slash at its end. */
  readonly url: string;
}

export interface SiteWithRelay extends SiteInBrowser {
  /** Receives the site's forms; before each test it forgets what it has received. */
  readonly relay: RecordingRelay;
}

let sharedRelay: Promise<RecordingRelay> | undefined;

type Filled<Given> = { -readonly [Key in keyof Given]?: Given[Key] };

export function openSiteInBrowser({ root, ...options }: ServeOptions & { root?: string } = {}): SiteInBrowser {
  const given: Filled<SiteInBrowser> = {};
  let served: ServedSite | undefined;
  beforeAll(async () => {
    [given.browser, given.site] = await Promise.all([openBrowser(), buildSite(root ? { root } : {})]);
    served = await serveBuiltSite(given.site, options);
    given.url = served.url;
  });
  afterAll(async () => {
    await Promise.all([given.browser?.close(), served?.close()]);
  });
  return given as SiteInBrowser;
}

export function openSiteWithRelay(): SiteWithRelay {
  const given: Filled<SiteWithRelay> = {};
  let served: ServedSite | undefined;
  beforeAll(async () => {
    sharedRelay ??= openRecordingRelay();
    [given.browser, given.relay] = await Promise.all([openBrowser(), sharedRelay]);
    given.site = await buildSite({ siteUrl: "http://localhost", relayUrl: given.relay.url });
    served = await serveBuiltSite(given.site, { pictures: "flat" });
    given.url = served.url;
  });
  beforeEach(() => given.relay?.reset());
  afterAll(async () => {
    await Promise.all([given.browser?.close(), served?.close()]);
  });
  return given as SiteWithRelay;
}

/** The site as `serve` keeps it fresh, over a copy of its content and templates. */
export function openLiveSiteInBrowser(flag: "--watch" | "--edit"): LiveSite {
  const given: Filled<LiveSite> = {};
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
    Object.assign(given, await openLiveSite(browser, flag));
  });
  beforeEach(() => given.restore?.());
  afterAll(async () => {
    await browser?.close();
    await given.close?.();
  });
  return given as LiveSite;
}
