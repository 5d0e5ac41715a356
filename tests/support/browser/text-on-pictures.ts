// Words on pictures → their contrast, measured: a page is drawn without its words, and each line is held against the
// pixel beneath it that it contrasts with least. Shades and pictures are then judged together, as a reader sees them.
import type { Page } from "playwright";
import sharp from "sharp";
import { screenshotOf } from "./screenshot.ts";
import { settlePage } from "./settle-page.ts";

/** A line of text whose box lies on a picture. Pixels of the page. */
interface Line {
  readonly text: string;
  readonly colour: Rgb;
  /** WCAG 2.2, 1.4.3: 3 for text from 24 px, or from 18.66 px where it is bold; otherwise 4.5. */
  readonly needed: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Rgb = readonly [number, number, number];

export interface Measured {
  /** How many lines were held against a picture. */
  readonly lines: number;
  /** Those that cannot be read, each as a sentence. */
  readonly faults: readonly string[];
}

/** Of the page as it is: unrolled to its whole height, in the state it was brought to. */
export async function measureTextOnPictures(page: Page): Promise<Measured> {
  // What waits beyond the window's top edge, such as the link that skips the bar, lies on the page's picture once that is scrolled.
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const lines = await page.evaluate(findLines);
  if (lines.length === 0) return { lines: 0, faults: [] };
  await settlePage(page);
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  const faults = await withoutWords(page, async () => {
    const found: string[] = [];
    for (const band of bandsOf(lines)) found.push(...(await faultsOf(page, band, width)));
    return found;
  });
  return { lines: lines.length, faults };
}

/** Lines further apart than this are on different pictures. */
const GAP_PX = 300;

function bandsOf(lines: readonly Line[]): Line[][] {
  const bands: Line[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const line of [...lines].sort((a, b) => a.top - b.top)) {
    if (line.top > end + GAP_PX) bands.push([]);
    bands.at(-1)?.push(line);
    end = Math.max(end, line.bottom);
  }
  return bands;
}

async function faultsOf(page: Page, lines: readonly Line[], width: number): Promise<string[]> {
  const top = Math.floor(Math.min(...lines.map((line) => line.top)));
  const height = Math.ceil(Math.max(...lines.map((line) => line.bottom))) - top;
  const shown = await screenshotOf(page, { x: 0, y: top, width, height });
  const { data, info } = await sharp(shown).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return lines.flatMap((line) => {
    const ratio = leastContrast(line, data, info.width, top);
    return ratio < line.needed ? [`"${line.text}" has ${ratio.toFixed(2)} of ${line.needed} to 1`] : [];
  });
}

const WORDLESS = "*, ::before, ::after { color: transparent !important; transition: none !important }";

async function withoutWords<Result>(page: Page, show: () => Promise<Result>): Promise<Result> {
  // A sheet made by script: the pages' policy lets no other style in.
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  }, WORDLESS);
  try {
    return await show();
  } finally {
    await page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
  }
}

function leastContrast(line: Line, pixels: Buffer, width: number, offset: number): number {
  const own = luminance(line.colour);
  let least = Number.POSITIVE_INFINITY;
  for (let y = Math.floor(line.top - offset); y < Math.floor(line.bottom - offset); y++)
    for (let x = Math.max(0, Math.floor(line.left)); x < Math.min(width, Math.ceil(line.right)); x++) {
      const at = 3 * (y * width + x);
      const under = luminance([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]);
      least = Math.min(least, (Math.max(own, under) + 0.05) / (Math.min(own, under) + 0.05));
    }
  return least;
}

const LINEAR = Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** WCAG 2.2, relative luminance. */
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * (LINEAR[red] ?? 0) + 0.7152 * (LINEAR[green] ?? 0) + 0.0722 * (LINEAR[blue] ?? 0);

/** Runs in the browser, so it holds all that it needs. */
function findLines(): Line[] {
  const pictures = [...document.images]
    .filter((image) => image.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((image) => image.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.nodeValue?.trim() ?? "";
    if (!element || text === "" || element.closest("script, style, [aria-hidden=true], .visually-hidden, .skip-link"))
      continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const over = pictures.some(
        (picture) =>
          box.left < picture.right && box.right > picture.left && box.top < picture.bottom && box.bottom > picture.top,
      );
      // What a closed row or a slide that waits holds has no height, or is beside the window.
      if (!over || box.width < 1 || box.right < 0 || box.left > document.documentElement.clientWidth) continue;
      lines.push({
        text: text.slice(0, 40),
        colour: [red, green, blue],
        needed: isLarge ? 3 : 4.5,
        left: box.left,
        right: box.right,
        top: box.top + scrollY,
        bottom: box.bottom + scrollY,
      });
    }
  }
  return lines;
}
