// The browser of the tests and of `npm run screenshots`.
import { type Browser, chromium } from "playwright";
import { findChromium, HOW_TO_INSTALL } from "./find-chromium.ts";

const ARGUMENTS = [
  // A container has no user namespaces to build the sandbox from, and /dev/shm is small there. Only our own pages are shown.
  "--no-sandbox",
  "--disable-dev-shm-usage",
  // Nothing but the pages under test may use the network.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  // The same glyph edges on every machine, as far as it goes.
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
  "--hide-scrollbars",
];

/** A headless Chromium of its own, for a script: closing it ends it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(HOW_TO_INSTALL);
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

let shared: Promise<Browser> | undefined;

/**
 * The headless Chromium of all test files of a worker, which ends with the worker; close it in `afterAll`, which ends what the file opened.
 * `browser.newContext()` gives each test a visitor of its own.
 */
export async function openBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) => {
    browser.close = async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    };
    // A browser that is gone is started again for the next file.
    browser.once("disconnected", () => {
      shared = undefined;
    });
    return browser;
  });
  return shared;
}
