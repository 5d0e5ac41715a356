// A page as a visitor has it once everything is there: fonts, every picture down to the foot, and no motion under way.
import type { Page } from "playwright";

/** Resolves when nothing of the page is still to come. */
export async function settlePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll("img")) image.loading = "eager";
    // On a machine that was too busy to have the fonts in time, the page would keep the fallback fonts.
    for (const sheet of document.styleSheets)
      for (const rule of sheet.cssRules)
        if (rule instanceof CSSFontFaceRule) rule.style.setProperty("font-display", "block");
    // A picture without a source, or one that cannot be had, has nothing to wait for.
    await Promise.all([
      document.fonts.ready,
      ...[...document.images].map((image) => image.decode().catch(() => undefined)),
    ]);
    // What follows the scrolling ends with it alone. All are asked at once: one that has been called off in the meantime never ends.
    const ending = document
      .getAnimations()
      .filter(
        ({ timeline, effect }) =>
          timeline === document.timeline && Number.isFinite(effect?.getComputedTiming().iterations),
      );
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
