// A page as a visitor has it once everything is there: fonts, every picture down to the foot, and no motion under way.
import type { Page } from "playwright-core";

/** Resolves when nothing of the page is still to come. */
export async function settlePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll("img")) image.loading = "eager";
    // A picture without a source, or one that cannot be had, has nothing to wait for.
    await Promise.all([
      document.fonts.ready,
      ...[...document.images].map((image) => image.decode().catch(() => undefined)),
    ]);
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        await animation.finished.catch(() => undefined);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
