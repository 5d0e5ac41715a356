// What visitors ask of their browser: paper, colours of their own, more contrast, no motion.
import type { BrowserContextOptions, Page } from "playwright";
import { expect, test } from "vitest";
import { layoutFaults } from "../support/browser/layout-faults.ts";
import { openSiteInBrowser } from "../support/browser/site-in-browser.ts";

const at = openSiteInBrowser({ pictures: "flat" });

async function visit<Result>(
  options: BrowserContextOptions,
  path: string,
  look: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await at.browser.newContext({ viewport: { width: 1024, height: 800 }, ...options });
  try {
    const page = await context.newPage();
    await page.goto(at.url + path);
    return await look(page);
  } finally {
    await context.close();
  }
}

const printed = [
  "/",
  "/terms-of-service/",
  "/privacy-policy/",
  "/services/event-planning/",
  "/services/corporate-conferences/",
];

test.each(printed)("%s on paper has its words and a number to call, and nothing to press", async (path) => {
  await visit({}, path, async (page) => {
    await page.emulateMedia({ media: "print" });
    // A4 between its margins.
    await page.setViewportSize({ width: 670, height: 980 });
    for (const gone of ["header.site-header", ".site-footer nav", ".button", "main nav", "form", "main button"])
      expect(await page.locator(gone).filter({ visible: true }).count(), gone).toBe(0);
    expect(await page.locator("h1").isVisible()).toBe(true);
    expect(await page.locator(".site-footer address").isVisible()).toBe(true);
    expect(await layoutFaults(page)).toEqual([]);
    const night = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("main .section, footer")]
        .filter((each) => each.checkVisibility())
        .map((each) => getComputedStyle(each).backgroundColor),
    );
    expect(new Set(night)).toEqual(new Set(["rgb(255, 255, 255)"]));
    const pale = await page.evaluate(() =>
      [...document.querySelectorAll("main .section :is(h1, h2, h3, p, li)")].flatMap((each) =>
        /^rgb\(2\d\d, 2/.test(getComputedStyle(each).color) ? (each.textContent ?? "") : [],
      ),
    );
    expect(pale).toEqual([]);
  });
});

test("links in legal texts show on paper where they lead", async () => {
  await visit({}, "/privacy-policy/", async (page) => {
    await page.emulateMedia({ media: "print" });
    const reported = await page.evaluate(() =>
      [...document.querySelectorAll(".rich-text a")].map((link) => [
        link.getAttribute("href") ?? "",
        getComputedStyle(link, "::after").content,
      ]),
    );
    expect(reported.length).toBeGreaterThan(0);
    for (const [href, content] of reported)
      expect(content).toBe(/^(?:https?:|\/)/.test(href ?? "") ? `" (${href})"` : "none");
  });
});

test("with colours of the visitor's own, buttons, fields and dark grounds keep a border", async () => {
  for (const path of ["/", "/contact/"]) {
    await visit({ forcedColors: "active" }, path, async (page) => {
      const bare = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>(".button, form :is(input, select, textarea), main > .dark")]
          .filter(
            (each) =>
              each.checkVisibility() && !each.closest(".visually-hidden") && each.getAttribute("type") !== "hidden",
          )
          .filter((each) => {
            const { borderBottomWidth, borderBottomStyle, borderBottomColor } = getComputedStyle(each);
            return (
              borderBottomWidth === "0px" || borderBottomStyle === "none" || borderBottomColor === "rgba(0, 0, 0, 0)"
            );
          })
          .map((each) => `${each.tagName} ${each.className}`),
      );
      expect(bare).toEqual([]);
    });
  }
});

test("with colours of the visitor's own, the bar, buttons, arrows and dots on a picture have a ground", async () => {
  await visit({ forcedColors: "active" }, "/", async (page) => {
    await page.locator(".hero-carousel .carousel[data-alive]").waitFor();
    const looks = await page.locator(".hero-carousel .carousel-controls").evaluate(async (controls) => {
      // The colour of a dot fades when its slide changes.
      await Promise.allSettled(controls.getAnimations({ subtree: true }).map(({ finished }) => finished));
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.cssText = "color: ButtonText; background: Canvas";
      const { color: buttonText, backgroundColor: canvas } = getComputedStyle(probe);
      // Which one is current changes by itself.
      const dots = [".dot[aria-current]", ".dot:not([aria-current])"].map((dot) =>
        [...controls.querySelectorAll(dot)].map((each) => getComputedStyle(each, "::before").borderTopColor),
      );
      const arrows = [...controls.querySelectorAll("button")].map((button) => getComputedStyle(button).color);
      return { ground: getComputedStyle(controls).backgroundColor, canvas, buttonText, dots, arrows };
    });
    expect(looks.ground).toBe(looks.canvas);
    const others = await page.locator(".site-header, .hero-carousel .button").all();
    for (const each of others)
      expect(await each.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(looks.canvas);
    expect(new Set(looks.arrows)).toEqual(new Set([looks.buttonText]));
    expect(looks.dots[1]).toEqual([looks.buttonText, looks.buttonText]);
    for (const dot of looks.dots.flat()) expect(dot).not.toBe(looks.canvas);
  });
});

test("who asks for more contrast gets quiet words in full ink and links underlined", async () => {
  await visit({ contrast: "more" }, "/services/event-planning/", async (page) => {
    const lead = page.locator(".page-hero .lead");
    const ink = await page.locator("h1").evaluate((element) => getComputedStyle(element).color);
    expect(await lead.evaluate((element) => getComputedStyle(element).color)).toBe(ink);
    const plain = await page.evaluate(() =>
      [...document.querySelectorAll("main a:not(.button), footer a")]
        .filter((link) => !getComputedStyle(link).textDecorationLine.includes("underline"))
        .map((link) => link.textContent),
    );
    expect(plain).toEqual([]);
  });
});

test("nothing moves for who asks for no motion", async () => {
  for (const path of ["/", "/services/event-planning/"]) {
    await visit({ reducedMotion: "reduce" }, path, async (page) => {
      const moving = await page.evaluate(async () => {
        for (const at of [0, 0.3, 0.6, 1]) {
          scrollTo({ top: at * document.body.scrollHeight, behavior: "instant" });
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        }
        // A change that is over within a frame is none that one sees.
        const running = document.getAnimations().filter((each) => Number(each.effect?.getTiming().duration) > 1);
        const slow = [...document.querySelectorAll("*")].filter((each) =>
          getComputedStyle(each)
            .transitionDuration.split(",")
            .some((length) => Number.parseFloat(length) > 0.001),
        );
        return [...running.map(() => "animation"), ...slow.map((each) => each.className)];
      });
      expect(moving).toEqual([]);
    });
  }
});
