// The one browser of the tests and of `npm run screenshots`.
import { type Browser, chromium } from "playwright-core";
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

/** A headless Chromium; close it in `afterAll`. One a file is enough: `browser.newContext()` gives each test its own visitor. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(HOW_TO_INSTALL);
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
