// Runs once before all tests: a machine with Node and npm alone gets its Chromium here, and not in the middle of a test.
import { HOW_TO_INSTALL, prepareChromium } from "./find-chromium.ts";

export default function prepareBrowser(): void {
  // Without a browser the tests that need one fail with the same words; the others can still run.
  if (!prepareChromium()) console.error(HOW_TO_INSTALL);
}
