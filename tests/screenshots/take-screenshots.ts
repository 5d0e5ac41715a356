// npm run screenshots: every route as a phone and a desktop show it, and the states that pages do not open in, as PNG files to be looked at.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { launchBrowser } from "../support/browser/browser.ts";
import { settlePage } from "../support/browser/settle-page.ts";
import { serveBuiltSite } from "../support/hosts/served-site.ts";
import { type BuiltSite, buildSite } from "../support/site/built-site.ts";
import { projectDir } from "../support/site/with-site.ts";
import { PAGE_STATES, type PageState } from "./page-states.ts";
import { reachState } from "./reach-state.ts";

/** A shot to take; `state` undefined shows the page as it opens. */
interface Shot {
  readonly path: string;
  readonly width: number;
  readonly state?: PageState;
}

export interface ScreenshotOptions {
  readonly outDir: string;
  /** Site paths, with or without their slashes. None means all. */
  readonly routes: readonly string[];
  readonly widths: readonly number[];
  readonly report: (line: string) => void;
}

const WIDTHS = [390, 1440];
const HOME_WIDTHS = [320, 390, 768, 1024, 1440, 1920];
/** Pages open at a time: one core draws while the other encodes. */
const AT_ONCE = 3;

/** Gives back what could not be shown, in words. */
export async function takeScreenshots({ outDir, routes, widths, report }: ScreenshotOptions): Promise<string[]> {
  const [browser, site] = await Promise.all([launchBrowser(), buildSite({ root: projectDir })]);
  const served = await serveBuiltSite(site);
  const shots = planShots(site, routes, widths);
  const problems: string[] = [];
  if (routes.length === 0 && widths.length === 0) rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const takeNext = async (): Promise<void> => {
    for (let shot = shots.shift(); shot; shot = shots.shift()) {
      const file = fileName(shot);
      try {
        await take(browser, served.url, shot, join(outDir, file));
        report(file);
      } catch (error) {
        problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  } finally {
    await Promise.all([browser.close(), served.close()]);
  }
  return problems;
}

const bare = (path: string) => path.replace(/^\/+|\/+$/g, "").replace(/\.html$/, "");

function planShots({ paths }: BuiltSite, routes: readonly string[], widths: readonly number[]): Shot[] {
  const wanted = new Set(routes.map(bare));
  const pages = paths.flatMap((path) => (path === "/" ? HOME_WIDTHS : WIDTHS).map((width): Shot => ({ path, width })));
  const states = PAGE_STATES.flatMap((state) =>
    (state.widths ?? WIDTHS).map((width): Shot => ({ path: state.path, width, state })),
  );
  const isAsked = ({ path, width }: Shot) =>
    (wanted.size === 0 || wanted.has(bare(path))) && (widths.length === 0 || widths.includes(width));
  const others = widths.flatMap((width) =>
    paths.filter((path) => wanted.has(bare(path))).map((path): Shot => ({ path, width })),
  );
  return [...new Map([...pages, ...states, ...others].filter(isAsked).map((shot) => [fileName(shot), shot])).values()];
}

const fileName = ({ path, width, state }: Shot): string =>
  `${[bare(path).replaceAll("/", "-") || "home", state?.name, width].filter((part) => part !== undefined).join(".")}.png`;

async function take(browser: Browser, url: string, { path, width, state }: Shot, file: string): Promise<void> {
  const isPhone = width < 600;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 900 },
    hasTouch: isPhone,
    // Nothing may have moved on by itself while it is drawn.
    reducedMotion: "reduce",
  });
  try {
    const page = await context.newPage();
    await page.goto(url + path);
    if (state) await reachState(page, state);
    await settlePage(page);
    await page.screenshot({ path: file, fullPage: state === undefined });
  } finally {
    await context.close();
  }
}
