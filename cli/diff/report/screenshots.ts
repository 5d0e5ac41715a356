// Pages before and after as a phone shows them, each at the place of its first change.
import { loadSharp } from "../../assets/images/load-sharp.ts";
import type { ReportProgress } from "../../diagnostics/progress.ts";
import type { PageChange, SiteChange } from "../site-change.ts";
import type { SiteSide } from "../site-side.ts";
import type { WordsChange } from "../text-changes.ts";
import { type BrowserPage, startBrowser } from "./chromium.ts";
import { findChromium } from "./find-chromium.ts";
import { serveSide } from "./serve-side.ts";

/** Data URIs; one is missing where there is no such page. */
export interface Shots {
  readonly before?: string;
  readonly after?: string;
}

/** A phone's screen, in points. */
const [WIDTH, HEIGHT] = [390, 844];
/** A report is read on a phone, too. */
const MOST_PAGES = 20;
/** What is above the first change. */
const ABOVE = 180;
const TALLEST = 12_000;
/** A page that takes longer is left out. */
const PAGE_MS = 20_000;

interface Wanted {
  /** As in the report: the new address of a moved page. */
  readonly address: string;
  readonly before?: Place;
  readonly after?: Place;
}

/** A page, and what to look for on it. */
interface Place {
  readonly path: string;
  readonly words?: string | undefined;
  readonly src?: string | undefined;
}

interface Shot {
  readonly png: Buffer;
  /** undefined where the change is not to be seen on the page. */
  readonly top: number | undefined;
}

/** By address. Empty where no Chromium is at hand, or it does not start. */
export async function takeScreenshots(
  change: SiteChange,
  sides: { readonly before: SiteSide; readonly after: SiteSide },
  { signal, onProgress }: { readonly signal?: AbortSignal | undefined; readonly onProgress?: ReportProgress },
): Promise<ReadonlyMap<string, Shots>> {
  const shots = new Map<string, Shots>();
  const program = findChromium();
  const wanted = choosePages(change);
  if (program === undefined || wanted.length === 0) return shots;
  const [before, after] = await Promise.all([serveSide(sides.before), serveSide(sides.after)]);
  const browser = startBrowser(program);
  try {
    const page = await within(PAGE_MS, openPhone(browser.openPage()));
    for (const [index, { address, ...places }] of wanted.entries()) {
      signal?.throwIfAborted();
      onProgress?.({ part: "screenshots", done: index, total: wanted.length, share: index / wanted.length });
      const old = places.before && (await shoot(page, before.url, places.before));
      const next = places.after && (await shoot(page, after.url, places.after));
      const pair = await cropPair(old, next);
      if (pair) shots.set(address, pair);
    }
  } catch (error) {
    // Without pictures the report is whole all the same.
    signal?.throwIfAborted();
    if (!(error instanceof Error)) throw error;
  } finally {
    await browser.close();
    await Promise.all([before.close(), after.close()]);
  }
  return shots;
}

/** Pages with changes of their own, then some of those that only look different. */
function choosePages({ pages, look }: SiteChange): Wanted[] {
  const own = pages.filter(({ kind, changes, to }) => changes.length > 0 && (kind !== "moved" || to?.startsWith("/")));
  const listed = own.map((page): Wanted => {
    const { kind, address, to = address } = page;
    const { before, after } = placesOf(page);
    return {
      address,
      ...(kind !== "added" && { before: { path: address, ...before } }),
      ...(kind !== "gone" && { after: { path: to, ...after } }),
    };
  });
  const known = new Set(pages.map(({ address }) => address));
  const styled = [...new Set([...look.style, ...look.layout])].filter((address) => !known.has(address)).slice(0, 4);
  const others = styled.map((path): Wanted => ({ address: path, before: { path }, after: { path } }));
  return [...listed.slice(0, MOST_PAGES - others.length), ...others];
}

/** Where the first change in words or pictures is. */
function placesOf({ kind, changes }: PageChange): { before?: Omit<Place, "path">; after?: Omit<Place, "path"> } {
  if (kind === "added" || kind === "gone") return {};
  for (const change of changes) {
    if (change.what === "words" && change.kind !== "moved") {
      const [before, after] = [sideOf(change, "added"), sideOf(change, "removed")];
      const near = change.under === "" ? undefined : change.under;
      return { before: { words: before || near }, after: { words: after || near } };
    }
    if (change.what === "picture" && change.place === "page" && change.kind !== "described")
      return { before: { src: change.before?.src }, after: { src: change.after?.src } };
  }
  return {};
}

const sideOf = ({ parts }: WordsChange, without: "added" | "removed"): string =>
  parts.map(({ state, text }) => (state === without ? "" : text)).join("");

async function openPhone(opening: Promise<BrowserPage>): Promise<BrowserPage> {
  const page = await opening;
  await page.send("Page.enable");
  await page.send("Emulation.setDeviceMetricsOverride", {
    ...{ width: WIDTH, height: HEIGHT, deviceScaleFactor: 1, mobile: true },
  });
  const features = [{ name: "prefers-reduced-motion", value: "reduce" }];
  await page.send("Emulation.setEmulatedMedia", { features });
  return page;
}

/** Runs in the page: all pictures are there, and what is looked for has a place. */
const settle = `async (words, src) => {
  const images = [...document.images];
  for (const image of images) image.loading = "eager";
  await Promise.race([
    Promise.all([document.fonts.ready, ...images.map((image) => image.decode().catch(() => {}))]),
    new Promise((done) => setTimeout(done, 5000)),
  ]);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const tidy = (text) => text.replaceAll("\\u00ad", "").replace(/\\s+/g, " ").trim();
  const isSeen = (element) => element.getBoundingClientRect().height > 0;
  const holders = words ? [...document.body.querySelectorAll("*")].filter((each) => tidy(each.textContent).includes(words)) : [];
  holders.sort((a, b) => a.textContent.length - b.textContent.length);
  const found = src ? images.find((image) => image.getAttribute("src") === src && isSeen(image)) : holders.find(isSeen);
  const top = found ? Math.round(found.getBoundingClientRect().top + scrollY) : null;
  return { top, height: document.documentElement.scrollHeight };
}`;

/** undefined for a page that does not load. */
async function shoot(page: BrowserPage, url: string, { path, words, src }: Place): Promise<Shot | undefined> {
  try {
    return await within(
      PAGE_MS,
      (async () => {
        const loaded = page.next("Page.loadEventFired");
        await page.send("Page.navigate", { url: new URL(path, url).href });
        await loaded;
        const expression = `(${settle})(${JSON.stringify(words ?? null)}, ${JSON.stringify(src ?? null)})`;
        const { result } = await page.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
        const { top, height } = (result as { value: { top: number | null; height: number } }).value;
        const clip = { x: 0, y: 0, width: WIDTH, height: Math.min(Math.max(height, HEIGHT), TALLEST), scale: 1 };
        const options = { format: "png", captureBeyondViewport: true, optimizeForSpeed: true, clip };
        const { data } = await page.send("Page.captureScreenshot", options);
        return { png: Buffer.from(String(data), "base64"), top: top ?? undefined };
      })(),
    );
  } catch (error) {
    if (error instanceof Error && /has ended/.test(error.message)) throw error;
    return undefined;
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("The browser took too long.")), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** One screen of each, at the first change; undefined where a phone shows no difference. */
async function cropPair(before: Shot | undefined, after: Shot | undefined): Promise<Shots | undefined> {
  if (!before || !after) {
    const [old, next] = [before && (await crop(before, 0)), after && (await crop(after, 0))];
    return old || next ? { ...(old && { before: old }), ...(next && { after: next }) } : undefined;
  }
  const row = await firstDifference(before.png, after.png);
  if (row === undefined) return undefined;
  const [old, next] = [before.top ?? after.top ?? row, after.top ?? before.top ?? row];
  return { before: await crop(before, old - ABOVE), after: await crop(after, next - ABOVE) };
}

async function crop({ png }: Shot, from: number): Promise<string> {
  const sharp = await loadSharp();
  const { height = HEIGHT } = await sharp(png).metadata();
  const top = Math.max(0, Math.min(from, height - HEIGHT));
  const part = sharp(png).extract({ left: 0, top, width: WIDTH, height: Math.min(HEIGHT, height - top) });
  return `data:image/webp;base64,${(await part.webp({ quality: 60 }).toBuffer()).toString("base64")}`;
}

/** The first row of pixels that the two do not have in common; undefined where they are the same. */
async function firstDifference(before: Buffer, after: Buffer): Promise<number | undefined> {
  const sharp = await loadSharp();
  const [old, next] = await Promise.all([before, after].map((png) => sharp(png).removeAlpha().raw().toBuffer()));
  if (!old || !next || old.equals(next)) return undefined;
  const row = WIDTH * 3;
  for (let at = 0; at < Math.min(old.length, next.length); at += row)
    if (old.compare(next, at, at + row, at, at + row) !== 0) return at / row;
  return Math.floor(Math.min(old.length, next.length) / row);
}
