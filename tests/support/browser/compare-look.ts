// How a few pages look, compared with how they looked when somebody last said that it was right (`npm run baselines`).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { type ServedSite, serveBuiltSite, showFlatPictures } from "../hosts/served-site.ts";
import { buildSite } from "../site/built-site.ts";
import { projectDir } from "../site/with-site.ts";
import { launchBrowser } from "./browser.ts";
import { screenshotOf } from "./screenshot.ts";
import { settlePage } from "./settle-page.ts";

interface LookGrid {
  /** One byte a cell, in rows. */
  readonly cells: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

/** CSS pixels along the side of a cell. */
const CELL = 12;

async function gridOf(screenshot: Uint8Array): Promise<LookGrid> {
  const { width, height } = await sharp(screenshot).metadata();
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const cells = await sharp(screenshot)
    .greyscale()
    .resize(columns, rows, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  return { cells, columns, rows };
}

const encodeGrid = ({ cells, columns, rows }: LookGrid): Promise<Uint8Array> =>
  sharp(cells, { raw: { width: columns, height: rows, channels: 1 } })
    .png({ palette: true, colours: 16, effort: 10, dither: 0 })
    .toBuffer();

async function decodeGrid(png: Uint8Array): Promise<LookGrid> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { cells: data, columns: info.width, rows: info.height };
}

/** A stretch of a page that looks different, in CSS pixels from the top. */
interface Difference {
  readonly top: number;
  readonly bottom: number;
  /** Share of its cells that differ. */
  readonly share: number;
}

/** Grey levels of 256 by which a cell may differ: kept grids have 16 levels, and glyph edges are worth a few more. */
const TOLERANCE = 40;
/** Cells in a row of bands this high are judged together. */
const BAND_ROWS = 10;
/** Share of a band that may differ: a line of text that breaks elsewhere is less. */
const MOST_DIFFERENT = 0.06;

function compareGrids(expected: LookGrid, actual: LookGrid): Difference[] {
  if (expected.columns !== actual.columns) throw new Error("The two screenshots are not of the same width.");
  const found: Difference[] = [];
  const rows = Math.max(expected.rows, actual.rows);
  for (let row = 0; row < rows; row += BAND_ROWS) {
    const end = Math.min(row + BAND_ROWS, rows);
    const share = differingShare(expected, actual, row, end);
    if (share > MOST_DIFFERENT) found.push({ top: row * CELL, bottom: end * CELL, share });
  }
  return joinNeighbours(found);
}

/** A row that one of them does not have differs in all of its cells; the last row alone may be missing, for heights are rounded. */
function differingShare(expected: LookGrid, actual: LookGrid, from: number, to: number): number {
  const { columns } = expected;
  const common = Math.min(expected.rows, actual.rows);
  let different = 0;
  for (let row = from; row < to; row++)
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const [one = 0, other = 0] = [expected.cells[at], actual.cells[at]];
      if (row > common || (row < common && Math.abs(one - other) > TOLERANCE)) different++;
    }
  return different / ((to - from) * columns);
}

function joinNeighbours(differences: readonly Difference[]): Difference[] {
  const joined: Difference[] = [];
  for (const { top, bottom, share } of differences) {
    const last = joined.at(-1);
    if (last?.bottom === top) joined.splice(-1, 1, { top: last.top, bottom, share: Math.max(last.share, share) });
    else joined.push({ top, bottom, share });
  }
  return joined;
}

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
