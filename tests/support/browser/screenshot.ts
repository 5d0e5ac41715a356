// Screenshots to be measured: lossless, and packed for speed, which takes a third of the time that Playwright's own take.
import type { Page } from "playwright";

export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** PNG of a part of the page, or of all of it, below the window's edge too. CSS pixels from the page's top left corner. */
export async function screenshotOf(page: Page, part?: Part): Promise<Buffer> {
  // What a script has just changed shows in the frame after the next.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const clip = part ?? (await page.evaluate(fullPage));
  const session = await page.context().newCDPSession(page);
  try {
    const { data } = await session.send("Page.captureScreenshot", {
      format: "png",
      captureBeyondViewport: true,
      optimizeForSpeed: true,
      clip: { ...clip, scale: 1 },
    });
    return Buffer.from(data, "base64");
  } finally {
    await session.detach();
  }
}

const fullPage = (): Part => {
  const { clientWidth, scrollHeight } = document.documentElement;
  return { x: 0, y: 0, width: clientWidth, height: scrollHeight };
};
