// What a visitor would call broken on a page as it is in the window: found by the boxes of its words, in a real browser.
import type { Page } from "playwright";

/** Rows that are wider than the window by design; the words in them come and go. */
const MOVING = ".strip, .line, .glide, [data-moving]";

/** What is only there with script, such as the controls of a carousel, is there to be looked at. */
export async function wakeCarousels(page: Page): Promise<void> {
  for (const island of await page.locator("[data-island]").all()) await island.scrollIntoViewIfNeeded();
  await page.waitForFunction(
    () =>
      !document.querySelector(
        "[data-island=hero-carousel]:not([data-state=ready]), [data-island=testimonials]:not([data-state=ready])",
      ),
  );
}

/** Faults of the page in its window, each as a sentence; none where all is well. */
export async function layoutFaults(page: Page): Promise<string[]> {
  // A window that was just resized has its new size in parts until it is drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  return page.evaluate(findFaults, MOVING);
}

/** Runs in the browser, so it holds all that it needs. */
function findFaults(moving: string): string[] {
  interface Word {
    readonly text: string;
    readonly element: Element;
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }
  const root = document.documentElement;
  const faults: string[] = [];
  // The bar sticks to the top and rightly lies on what is scrolled under it.
  scrollTo({ top: 0, behavior: "instant" });
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()}${[...element.classList].map((each) => `.${each}`).join("")}`;
  const excerpt = (text: string) => `"${text.trim().slice(0, 40)}"`;

  if (root.scrollWidth > root.clientWidth) {
    const widest = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1 && !element.closest(moving),
    );
    faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px: ${widest.slice(0, 3).map(name)}`);
  }

  const frames = new Map<Element, { readonly style: CSSStyleDeclaration; readonly box: DOMRect }>();
  const frameOf = (element: Element) => {
    const known = frames.get(element) ?? { style: getComputedStyle(element), box: element.getBoundingClientRect() };
    frames.set(element, known);
    return known;
  };

  /** The part of a box that ancestors let through, and whether they cut something off. */
  const clip = (box: DOMRect, element: Element) => {
    let { left, right, top, bottom } = box;
    for (let each: Element | null = element; each && each !== root; each = each.parentElement) {
      const { style, box: frame } = frameOf(each);
      const { overflowX, position } = style;
      if (overflowX !== "visible") {
        left = Math.max(left, frame.left);
        right = Math.min(right, frame.right);
        top = Math.max(top, frame.top);
        bottom = Math.min(bottom, frame.bottom);
      }
      if (position === "fixed") break;
    }
    return { left, right, top, bottom };
  };

  /** A column that holds fewer letters than this reads from top to bottom. */
  const LEAST_LETTERS = 8;
  /** Words of up to so many letters fit a line on the smallest screen. */
  const COMMON_LETTERS = 11;

  const blockOf = (element: Element): Element => {
    let block = element;
    while (getComputedStyle(block).display.startsWith("inline") && block.parentElement) block = block.parentElement;
    return block;
  };

  /** Common words of a text that are broken over two lines. */
  const brokenWords = (node: Text): string[] =>
    [...node.data.matchAll(/[^\s/\u2010-\u2014-]+/gu)]
      .filter(([word]) => word.length > 1 && word.length <= COMMON_LETTERS)
      .filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
        return new Set(tops).size > 1;
      })
      .map(([word]) => word);

  const words: Word[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.nodeValue ?? "";
    if (!element || text.trim() === "" || element.closest(`script, style, svg, select, ${moving}, [aria-hidden=true]`))
      continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest(".visually-hidden, .skip-link")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const block = blockOf(element);
    const em = Number.parseFloat(getComputedStyle(element).fontSize);
    const { width } = block.getBoundingClientRect();
    // Of this text in this face: twice as many letters of the display face fit on a line as of the text face.
    const letter =
      [...range.getClientRects()].reduce((sum, line) => sum + line.width, 0) / text.trim().replace(/\s+/g, " ").length;
    // A box of a few letters may be as small as they are; one that breaks words, or that has no room, may not.
    if (width < 1) faults.push(`${name(element)} has no room: ${excerpt(text)}`);
    else if (width < 9 * em && range.getBoundingClientRect().height > 1.9 * em) {
      const broken = brokenWords(node as Text);
      if (broken.length > 0) faults.push(`${name(element)} breaks "${broken[0]}" on ${Math.round(width)} px`);
      else if (width < LEAST_LETTERS * letter && text.trim().length > 24)
        faults.push(`${name(element)} is ${Math.round(width)} px narrow: ${excerpt(text)}`);
    }
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      // A face's box is taller than its letters; lines set tight may touch there without harm.
      const slack = box.height * 0.22;
      const seen = clip(box, element);
      if (seen.right - seen.left < 1 || seen.bottom - seen.top < 1) continue;
      const cutX = Math.max(seen.left - box.left, box.right - seen.right);
      const cutY = Math.max(seen.top - box.top, box.bottom - seen.bottom);
      if (cutX > 1 || cutY > slack) faults.push(`${name(element)} is cut off: ${excerpt(text)}`);
      if (box.left < -1 || box.right > root.clientWidth + 1)
        faults.push(`${name(element)} is outside of the window: ${excerpt(text)}`);
      words.push({ text, element, left: box.left, right: box.right, top: box.top + slack, bottom: box.bottom - slack });
    }
  }

  words.sort((a, b) => a.top - b.top);
  for (const [index, word] of words.entries()) {
    for (let next = index + 1; next < words.length; next++) {
      const other = words[next];
      if (!other || other.top > word.bottom) break;
      if (other.element === word.element) continue;
      const width = Math.min(word.right, other.right) - Math.max(word.left, other.left);
      const height = Math.min(word.bottom, other.bottom) - other.top;
      if (width > 2 && height > 2)
        faults.push(
          `${name(word.element)} ${excerpt(word.text)} lies on ${name(other.element)} ${excerpt(other.text)}`,
        );
    }
  }
  const controls = [...document.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea")]
    .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((control) => !control.closest(`.visually-hidden, .skip-link, ${moving}`));
  for (const control of controls) {
    // A link within a sentence may be broken over two lines, so each of its boxes counts.
    const boxes = [...control.getClientRects()];
    const covered = words.find(
      (word) =>
        boxes.some(
          (box) =>
            Math.min(word.right, box.right) - Math.max(word.left, box.left) > 2 &&
            Math.min(word.bottom, box.bottom) - Math.max(word.top, box.top) > 2,
        ) &&
        !control.contains(word.element) &&
        !word.element.contains(control),
    );
    if (covered) faults.push(`${name(control)} lies on ${name(covered.element)} ${excerpt(covered.text)}`);
  }
  return [...new Set(faults)];
}

/** Things to press that are smaller than a finger: buttons, fields and what is alone need 44 px, other links 24 px (WCAG 2.5.8). */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("a[href], button, summary, input, select, textarea")) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest(".visually-hidden, .skip-link, [aria-hidden=true], .strip, .glide")) continue;
      const { width, height } = element.getBoundingClientRect();
      const running = getComputedStyle(element).display === "inline";
      // A link within a sentence is as high as its line, and one that covers its item is as large as the item.
      const covers = getComputedStyle(element, "::after").position === "absolute";
      if (running || covers) continue;
      const least = element.matches("a:not(.button, .text-link)") ? 24 : 44;
      if (Math.min(width, height) < least - 0.5)
        faults.push(`${element.tagName} ${element.textContent?.trim().slice(0, 30)}: ${width} by ${height}`);
    }
    return faults;
  });
}

/** How far things have moved since the page was opened, as browsers count it. */
export const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(shift)));
      }),
  );
