// The two carousels of the start page as visitors meet them, with the keyboard and with a pointer, on a phone and on a wide screen.
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../support/browser/browser.ts";
import { shiftOf } from "../support/browser/layout-faults.ts";
import { giveInput, openVisitor, setHidden, type VisitorOptions, WIDTHS } from "../support/browser/visitor.ts";
import { type ServedSite, serveBuiltSite } from "../support/hosts/served-site.ts";
import { buildSite } from "../support/site/built-site.ts";
import { withContentCopy } from "../support/site/content-copy.ts";

let browser: Browser;
const servers: ServedSite[] = [];
const served: Record<string, ServedSite> = {};

async function serve(name: string, options: Parameters<typeof buildSite>[0]): Promise<void> {
  const server = await serveBuiltSite(await buildSite(options), { pictures: "flat" });
  servers.push(server);
  served[name] = server;
}

beforeAll(async () => {
  browser = await openBrowser();
  await withContentCopy(async (copy) => {
    // Only the carousels: the animated line of logos and everything else would be painted on each visit.
    const [head = "", ...sections] = copy.read("pages/home.yaml").split(/^(?= {2}- type: )/m);
    const home = [head, ...sections.filter((section) => /hero-carousel|testimonials/.test(section))].join("");
    copy.write({ "pages/home.yaml": home });
    await serve("usual", { root: copy.root });
    copy.write({
      "pages/home.yaml": home
        .replace("  - type: hero-carousel\n", "  - type: hero-carousel\n    loop: false\n")
        .replace(
          "  - type: testimonials\n",
          "  - type: testimonials\n    loop: false\n    quotes: [software-launch]\n",
        ),
    });
    await serve("still", { root: copy.root });
  });
});
afterAll(async () => {
  await Promise.all([browser?.close(), ...servers.map((server) => server.close())]);
});

const CAROUSELS = [
  { name: "hero-carousel", label: "Events, minutes before doors", seconds: 10 },
  { name: "testimonials", label: "What clients say the morning after", seconds: 5 },
] as const;

/** Its pictures: on a phone the island itself has no box, and cannot be scrolled to. */
const strip = (page: Page, name: string) => page.locator(`[data-island="${name}"] .strip`);

/** The start page, scrolled to one of its carousels. */
async function visit(site: string, name: string, options: VisitorOptions = {}, before = async (_: Page) => {}) {
  const visitor = await openVisitor(browser, options);
  const { page } = visitor;
  await before(page);
  await page.goto(`${served[site]?.url}/`);
  await strip(page, name).scrollIntoViewIfNeeded();
  const isReady = () => page.locator(`[data-island="${name}"][data-state="ready"]`).waitFor({ state: "attached" });
  return { ...visitor, isReady, carousel: page.locator(`[data-island="${name}"] .carousel`) };
}

/** From here on time is the test's alone. */
const stopClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);

/** Neither a pointer nor the focus is on a carousel. */
async function leave(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
}

/** Lets frames pass until the slider has taken the slides over. */
const sliderIsThere = (page: Page, name: string) =>
  expect
    .poll(async () => {
      await page.clock.runFor(20);
      return page.locator(`[data-island="${name}"] .glide--swipeable`).count();
    })
    .toBe(1);

async function open(site: string, name: string, options: VisitorOptions = {}) {
  const visitor = await visit(site, name, { clock: true, ...options });
  const { page, carousel, isReady } = visitor;
  // The hero waits for an idle moment after the page has loaded.
  await page.clock.runFor(2500);
  await page.mouse.move(0, 0);
  await carousel.and(page.locator("[data-alive]")).waitFor();
  await isReady();
  await stopClock(page);
  // The slider comes with the next frames.
  await sliderIsThere(page, name);
  return visitor;
}

/** The one slide that can be read: "2 of 3". */
const shown = (carousel: Locator) =>
  carousel
    .locator(".slide:not([inert])")
    .evaluateAll((slides) => slides.map((slide) => slide.getAttribute("aria-label")).join());

const expectShown = (carousel: Locator, label: string) => expect.poll(() => shown(carousel)).toBe(label);
/** Going round takes the slider 800 ms, in which it takes no other order. */
const settle = (page: Page) => page.clock.runFor(900);
const button = (carousel: Locator, name: string | RegExp) => carousel.getByRole("button", { name });

describe.each(WIDTHS)("at %d px", (width) => {
  describe.each(CAROUSELS)("$name", ({ name, label, seconds }) => {
    test("moves by buttons, dots and arrow keys, and goes round", async () => {
      const { page, carousel, issues, close } = await open("usual", name, { width });
      expect(await carousel.getAttribute("aria-roledescription")).toBe("carousel");
      expect(await page.getByRole("group", { name: label }).count()).toBeGreaterThan(0);
      await expectShown(carousel, "1 of 3");
      for (const [act, expected] of [
        [() => button(carousel, "Next slide").click(), "2 of 3"],
        [() => button(carousel, "Show slide 3 of 3").click(), "3 of 3"],
        [() => button(carousel, "Next slide").click(), "1 of 3"],
        [() => button(carousel, "Previous slide").click(), "3 of 3"],
        [() => page.keyboard.press("ArrowRight"), "1 of 3"],
        [() => page.keyboard.press("ArrowLeft"), "3 of 3"],
      ] as const) {
        await act();
        await settle(page);
        await expectShown(carousel, expected);
      }
      expect(await carousel.locator("[aria-current=true]").getAttribute("aria-label")).toBe("Show slide 3 of 3");
      expect(issues).toEqual([]);
      await close();
    });

    test(`moves by itself after ${seconds} seconds, and rests under a pointer, with the focus inside, in a hidden tab and when paused`, async () => {
      const { page, carousel, issues, close } = await open("usual", name);
      const wait = () => page.clock.runFor(seconds * 1000 + 600);
      const live = carousel.locator("[aria-live]");
      await button(carousel, "Show slide 1 of 3").click();
      await settle(page);
      await leave(page);
      expect(await live.getAttribute("aria-live")).toBe("off");
      await page.clock.runFor(seconds * 1000 - 700);
      await expectShown(carousel, "1 of 3");
      await page.clock.runFor(1400);
      await expectShown(carousel, "2 of 3");

      await carousel.hover();
      expect(await live.getAttribute("aria-live")).toBe("polite");
      await wait();
      await expectShown(carousel, "2 of 3");
      await page.mouse.move(0, 0);

      await button(carousel, "Pause the slides").focus();
      await wait();
      await expectShown(carousel, "2 of 3");
      await leave(page);

      await setHidden(page, true);
      await wait();
      await expectShown(carousel, "2 of 3");
      await setHidden(page, false);
      await wait();
      await expectShown(carousel, "3 of 3");

      await button(carousel, "Pause the slides").click();
      await leave(page);
      await wait();
      await expectShown(carousel, "3 of 3");
      await button(carousel, "Play the slides").click();
      await leave(page);
      await wait();
      await expectShown(carousel, "1 of 3");
      expect(issues).toEqual([]);
      await close();
    });

    test("does not move where less motion is asked for, also from while the page is open, until a visitor plays it", async () => {
      const { page, carousel, close } = await open("usual", name, { reducedMotion: "reduce" });
      const wait = () => page.clock.runFor(seconds * 1000 + 600);
      await wait();
      await expectShown(carousel, "1 of 3");
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await settle(page);
      await button(carousel, "Pause the slides").waitFor();
      await wait();
      await expectShown(carousel, "2 of 3");
      await page.emulateMedia({ reducedMotion: "reduce" });
      await settle(page);
      await button(carousel, "Play the slides").click();
      await leave(page);
      await wait();
      await expectShown(carousel, "3 of 3");
      await close();
    });
  });
});

describe.each(CAROUSELS)("$name that nobody has touched", ({ name, seconds }) => {
  /** The slide that may be read is where it can be seen, and the dots say which one it is. */
  const expectInView = async (carousel: Locator, label: string) => {
    await expectShown(carousel, label);
    const offset = async () => {
      const strip = await carousel.locator(".strip").boundingBox();
      const slide = await carousel.locator(".slide:not([inert])").boundingBox();
      return Math.round(Math.abs((slide?.x ?? 999) - (strip?.x ?? 0)));
    };
    await expect.poll(offset).toBeLessThan(2);
    const dots = carousel.locator("[aria-current=true]");
    expect(await dots.evaluateAll((all) => all.map((dot) => dot.getAttribute("aria-label")))).toEqual([
      `Show slide ${label}`,
    ]);
  };

  test("has its code when the second slide is due, moves then, and takes turns", async () => {
    const asked: string[] = [];
    const codes = () => asked.filter((url) => url.includes(`island_${name}`)).length;
    const { page, carousel, isReady, issues, close } = await visit("usual", name, { clock: true }, async (opened) => {
      opened.on("request", (request) => asked.push(request.url()));
    });
    await page.clock.runFor(2500);
    expect(await button(carousel, "Pause the slides").isVisible()).toBe(true);
    await stopClock(page);
    expect(codes()).toBe(0);
    await page.clock.runFor(seconds * 1000);
    await isReady();
    await settle(page);
    await expectInView(carousel, "2 of 3");
    for (const label of ["3 of 3", "1 of 3", "2 of 3"]) {
      await page.clock.runFor(seconds * 1000);
      await settle(page);
      await expectInView(carousel, label);
    }
    await button(carousel, "Next slide").click();
    await settle(page);
    await expectInView(carousel, "3 of 3");
    expect(codes()).toBe(1);
    expect(issues).toEqual([]);
    await close();
  });

  test("answers to the very click that brings its code", async () => {
    const { carousel, issues, close } = await visit("usual", name);
    await button(carousel, "Next slide").click();
    await expectInView(carousel, "2 of 3");
    expect(issues).toEqual([]);
    await close();
  });

  test("rests in a hidden tab", async () => {
    const { page, carousel, isReady, close } = await visit("usual", name, { clock: true });
    await setHidden(page, true);
    await page.clock.runFor(30_000);
    await isReady();
    await page.clock.runFor(30_000);
    await expectShown(carousel, "1 of 3");
    await close();
  });
});

test.each(CAROUSELS)(
  "$name goes on after a click on an arrow, once the pointer is elsewhere",
  async ({ name, seconds }) => {
    const { page, carousel, close } = await open("usual", name);
    await button(carousel, "Next slide").click();
    await settle(page);
    await page.mouse.move(0, 0);
    await page.clock.runFor(seconds * 1000 + 600);
    await expectShown(carousel, "3 of 3");
    await close();
  },
);

test.each(CAROUSELS)("$name shows its slides in a page from right to left", async ({ name }) => {
  const { page, carousel, close } = await visit("usual", name, { reducedMotion: "reduce" }, async (opened) => {
    await opened.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        document.documentElement.dir = "rtl";
      });
    });
  });
  for (const expected of ["2 of 3", "3 of 3", "1 of 3"]) {
    await button(carousel, "Next slide").click();
    await expectShown(carousel, expected);
    await expect
      .poll(async () => {
        const [strip, slide] = [carousel.locator(".strip"), carousel.locator(".slide:not([inert])")];
        return Math.abs(((await strip.boundingBox())?.x ?? 0) - ((await slide.boundingBox())?.x ?? 999));
      })
      .toBeLessThan(2);
  }
  expect(
    await carousel
      .locator(".slide")
      .first()
      .evaluate((slide) => getComputedStyle(slide).direction),
  ).toBe("rtl");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await close();
});

/** A finger on the open slide, as the browser has it from the screen, along a line of eight steps. */
async function fingerOn(page: Page, carousel: Locator) {
  const touch = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  return async (from: number, to: number, ...more: readonly { right: number; down: number }[]) => {
    const box = await carousel.locator(".slide:not([inert])").first().boundingBox();
    if (!box) throw new Error("The slide has no box.");
    const at = { x: from, y: box.y + box.height / 2 };
    await send("touchStart", at);
    for (const { right, down } of [{ right: to - from, down: 0 }, ...more].filter(({ right, down }) => right || down))
      for (let step = 0; step < 8; step++) {
        at.x += right / 8;
        at.y += down / 8;
        await send("touchMove", { ...at });
      }
    await send("touchEnd");
    await settle(page);
  };
}

test.each(CAROUSELS)("$name follows a swipe, and offers its pause button first to the keyboard", async ({ name }) => {
  const { page, carousel, issues, close } = await open("usual", name, { width: 390, hasTouch: true });
  const swipe = await fingerOn(page, carousel);
  await swipe(300, 80);
  await expectShown(carousel, "2 of 3");
  await swipe(80, 300);
  await expectShown(carousel, "1 of 3");
  await swipe(200, 180);
  await expectShown(carousel, "1 of 3");
  const first = carousel.locator("button, a, [tabindex]").first();
  expect(await first.getAttribute("aria-label")).toBe("Pause the slides");
  expect(issues).toEqual([]);
  await close();
});

/** From the right to the left; the way down is what the finger goes up. */
const GESTURES = [
  ["level", [{ right: -150, down: 0 }]],
  ["at 34°", [{ right: -150, down: -100 }]],
  ["at 49°", [{ right: -130, down: -150 }]],
  ["at 66°", [{ right: -100, down: -220 }]],
  ["at 80°", [{ right: -55, down: -300 }]],
  [
    "down, and then to the side",
    [
      { right: 0, down: -60 },
      { right: -200, down: 0 },
    ],
  ],
  [
    "to the side, and then down",
    [
      { right: -70, down: 0 },
      { right: 0, down: -200 },
    ],
  ],
] as const;

describe.each(CAROUSELS)("a finger over $name", ({ name }) => {
  test("changes the slide or scrolls the page, and never both", async () => {
    const { page, carousel, close } = await open("usual", name, { width: 390, hasTouch: true, isMobile: true });
    await button(carousel, "Pause the slides").tap();
    const swipe = await fingerOn(page, carousel);
    const results: string[] = [];
    for (const [way, lines] of GESTURES) {
      const home = async () => {
        await carousel.locator(".strip").evaluate((strip) => {
          const { top, bottom } = strip.getBoundingClientRect();
          scrollBy({ top: (top + bottom) / 2 - 420, behavior: "instant" });
        });
        return page.evaluate(() => scrollY);
      };
      const [before, top] = [await shown(carousel), await home()];
      await swipe(320, 320, ...lines);
      const isChanged = (await shown(carousel)) !== before;
      const isScrolled = Math.abs((await page.evaluate(() => scrollY)) - top) > 15;
      results.push(`${way}: ${isChanged ? "slide" : ""}${isScrolled ? "scroll" : ""}`);
    }
    expect(results).toEqual([
      "level: slide",
      "at 34°: slide",
      "at 49°: scroll",
      "at 66°: scroll",
      "at 80°: scroll",
      "down, and then to the side: scroll",
      "to the side, and then down: slide",
    ]);
    await close();
  });
});

const FIRST_SWIPES = CAROUSELS.flatMap(({ name }) => ["after", "during"].map((when) => ({ name, when })));
test.each(FIRST_SWIPES)("the first swipe on $name counts, though its code comes $when it", async ({ name, when }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const options = { width: 390, hasTouch: true, reducedMotion: "reduce" } as const;
  const { page, carousel, isReady, issues, close } = await visit("usual", name, options, async (opened) => {
    if (when === "during") release();
    await opened.route(/island_(?:hero|testi)/, (route) => released.then(() => route.continue()));
  });
  const swipe = await fingerOn(page, carousel);
  await swipe(300, 80);
  release();
  await isReady();
  await expectShown(carousel, "2 of 3");
  expect(issues).toEqual([]);
  await close();
});

test("says which slide is shown and whether it moves where elements have no properties of ARIA", async () => {
  const options = { reducedMotion: "reduce" } as const;
  const { page, carousel, isReady, issues, close } = await visit("usual", "testimonials", options, async (opened) => {
    await opened.addInitScript(() => {
      for (const name of ["ariaCurrent", "ariaLabel", "ariaLive"]) Reflect.deleteProperty(Element.prototype, name);
    });
  });
  await page.mouse.move(0, 0);
  await isReady();
  const live = carousel.locator("[aria-live]");
  const dot = carousel.locator("[aria-current]");
  await button(carousel, "Next slide").click();
  await expect.poll(() => dot.getAttribute("aria-label")).toBe("Show slide 2 of 3");
  expect(await live.getAttribute("aria-live")).toBe("polite");
  await button(carousel, "Play the slides").click();
  await leave(page);
  await expect.poll(() => live.getAttribute("aria-live")).toBe("off");
  expect(await button(carousel, "Pause the slides").count()).toBe(1);
  expect(issues).toEqual([]);
  await close();
});

test("copies and waiting slides are out of reach for keyboard and screen reader", async () => {
  const { carousel, close } = await open("usual", "testimonials");
  const open_ = await carousel.locator(".slide:not([inert])").count();
  expect(open_).toBe(1);
  const copies = carousel.locator(".glide__slide--clone");
  expect(await copies.count()).toBeGreaterThan(0);
  expect(await copies.evaluateAll((all) => all.every((copy) => copy.hasAttribute("inert")))).toBe(true);
  await close();
});

test("a carousel that does not loop switches its buttons off at the ends, and a single quote has none", async () => {
  const { page, carousel, issues, close } = await open("still", "hero-carousel");
  expect(await button(carousel, "Previous slide").isDisabled()).toBe(true);
  await button(carousel, "Next slide").focus();
  await page.keyboard.press("Enter");
  await settle(page);
  expect(await button(carousel, "Previous slide").isDisabled()).toBe(false);
  await page.keyboard.press("Enter");
  await settle(page);
  await expectShown(carousel, "3 of 3");
  expect(await button(carousel, "Next slide").isDisabled()).toBe(true);
  expect(await button(carousel, "Previous slide").evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("ArrowRight");
  await settle(page);
  await expectShown(carousel, "3 of 3");
  expect(await page.locator(".testimonials button").count()).toBe(0);
  expect(await page.locator(".testimonials .slide").count()).toBe(1);
  expect(issues).toEqual([]);
  await close();
});

// On the widest, pictures are higher than the hero.
test.each([...WIDTHS, 1920])(
  "nothing shifts when the page comes alive, and later pictures wait for the page, at %d px",
  async (width) => {
    const { page, issues, close } = await openVisitor(browser, { width });
    const order: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "image") order.push(request.url());
    });
    page.on("load", () => order.push("load"));
    await page.goto(`${served.usual?.url}/`);
    await giveInput(page);
    await page.locator(".hero-carousel .carousel[data-alive]").waitFor();
    expect(await shiftOf(page)).toBeLessThan(0.001);
    const before = order.slice(0, order.indexOf("load"));
    expect(before.filter((url) => /conference-stage|skyline-blue-hour/.test(url))).toEqual([]);
    expect(issues).toEqual([]);
    await close();
  },
);

test.each(WIDTHS)(
  "without script the first slide is shown and the others are a scroll away, at %d px",
  async (width) => {
    const { page, close } = await openVisitor(browser, { width, javaScriptEnabled: false });
    await page.goto(`${served.usual?.url}/`);
    for (const section of ["hero-carousel", "testimonials"]) {
      const strip = page.locator(`.${section} .strip`);
      expect(await page.locator(`.${section} button:visible`).count()).toBe(0);
      await strip.focus();
      const last = page.locator(`.${section} .slide`).nth(2);
      await last.scrollIntoViewIfNeeded();
      const [view, box] = [await strip.boundingBox(), await last.boundingBox()];
      expect(Math.abs((box?.x ?? 999) - (view?.x ?? 0))).toBeLessThan(2);
    }
    await close();
  },
);
