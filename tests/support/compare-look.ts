// How a few pages look, compared with how they looked when somebody last said that it was right (`npm run baselines`).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { launchBrowser } from "./browser.ts";
import { buildSite } from "./built-site.ts";
import { compareGrids, decodeGrid, encodeGrid, gridOf } from "./look-grid.ts";
import { screenshotOf } from "./screenshot.ts";
import { type ServedSite, serveBuiltSite, showFlatPictures } from "./served-site.ts";
import { settlePage } from "./settle-page.ts";
import { projectDir } from "./with-site.ts";

/** One page of each kind. */
export const LOOKED_AT = [
  { name: "home", path: "/" },
  { name: "service", path: "/services/gala-dinners/" },
  { name: "venues", path: "/venues/" },
  { name: "contact", path: "/contact/" },
  { name: "legal", path: "/privacy-policy/" },
  { name: "not-found", path: "/404.html" },
] as const;
export const WIDTHS = [390, 1440] as const;

export type Look = (typeof LOOKED_AT)[number];

const keptDir = join(projectDir, "tests/fixtures/look");
const seenDir = join(projectDir, ".eventsite/look");
const fileName = ({ name }: Look, width: number) => `${name}.${width}.png`;

/** Says what looks different and where to see it; "" where nothing does. */
export async function lookDifference(browser: Browser, served: ServedSite, look: Look, width: number): Promise<string> {
  const page = await openLook(browser, served, look, width);
  try {
    const screenshot = await screenshotOf(page);
    const expected = await decodeGrid(readFileSync(join(keptDir, fileName(look, width))));
    const differences = compareGrids(expected, await gridOf(screenshot));
    if (differences.length === 0) return "";
    mkdirSync(seenDir, { recursive: true });
    writeFileSync(join(seenDir, fileName(look, width)), screenshot);
    const places = await Promise.all(
      differences.map(async ({ top, bottom, share }) => {
        const section = await sectionAt(page, (top + bottom) / 2);
        return `  ${top} to ${bottom} px (${section}): up to ${Math.round(share * 100)} % of it differs`;
      }),
    );
    return [
      `${look.path} at ${width} px looks different from tests/fixtures/look/${fileName(look, width)}:`,
      ...places,
      `  See .eventsite/look/${fileName(look, width)}. If it is right, keep it: npm run baselines`,
    ].join("\n");
  } finally {
    await page.context().close();
  }
}

/** Keeps the look of today; gives back how many pictures that are. */
export async function keepBaselines(): Promise<number> {
  const [browser, site] = await Promise.all([launchBrowser(), buildSite()]);
  const served = await serveBuiltSite(site);
  const looks = LOOKED_AT.flatMap((look) => WIDTHS.map((width) => ({ look, width })));
  try {
    rmSync(keptDir, { recursive: true, force: true });
    mkdirSync(keptDir, { recursive: true });
    for (const { look, width } of looks) {
      const page = await openLook(browser, served, look, width);
      const grid = await gridOf(await screenshotOf(page));
      writeFileSync(join(keptDir, fileName(look, width)), await encodeGrid(grid));
      await page.context().close();
    }
  } finally {
    await Promise.all([browser.close(), served.close()]);
  }
  return looks.length;
}

/** Pictures are flat: what is compared is how pages are composed, and a picture may be changed without asking. */
async function openLook(browser: Browser, served: ServedSite, { path }: Look, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await showFlatPictures(page, /\.(?:avif|webp|jpe?g|png|svg)$/);
  await page.goto(served.url + path);
  await settlePage(page);
  return page;
}

const sectionAt = (page: Page, y: number): Promise<string> =>
  page.evaluate((y) => {
    const blocks = [...document.querySelectorAll("header, main section, footer")];
    const found = blocks.find((block) => {
      const { top, bottom } = block.getBoundingClientRect();
      return top + scrollY <= y && y < bottom + scrollY;
    });
    return found ? `.${[...found.classList].join(".")}` : "below the page's end";
  }, y);
