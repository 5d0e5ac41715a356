// A person points at words.
import type { Locator } from "playwright";

/** Clicks the middle of an element's words, or of `word` among them, whatever lies over them; `keys` are held meanwhile. */
export async function clickWords(target: Locator, word?: string, keys: readonly string[] = []): Promise<void> {
  // A picture is in its place when its animation has ended; one that follows the scrolling never ends.
  await target.evaluate((node) =>
    Promise.all(
      node.getAnimations().flatMap(({ timeline, finished }) => (timeline === document.timeline ? [finished] : [])),
    ),
  );
  await target.scrollIntoViewIfNeeded();
  const { x, y } = await target.evaluate((node, wanted) => {
    const text = [...node.childNodes].find((child): child is Text => child instanceof Text && child.data.trim() !== "");
    const range = document.createRange();
    if (text) {
      const at = wanted === undefined ? text.data.search(/\S/) : text.data.indexOf(wanted);
      range.setStart(text, at);
      range.setEnd(text, at + 3);
    }
    const { left, top, width, height } = (text ? range : node).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, word);
  const { keyboard, mouse } = target.page();
  for (const key of keys) await keyboard.down(key);
  await mouse.click(x, y);
  for (const key of keys) await keyboard.up(key);
}
