// What `serve --watch` shows of mistakes: all of them, over the last good page, until they are fixed.
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { openLiveSiteInBrowser } from "../support/browser/site-in-browser.ts";

const site = openLiveSiteInBrowser("--watch");

const overlay = (page: Page) => page.locator("eventsite-overlay");
const status = (page: Page) => page.locator("eventsite-status").getByRole("status");
const gone = (page: Page) => overlay(page).waitFor({ state: "detached" });

/** Breaks a file, looks, and repairs it again. */
async function whileBroken(path: string, change: (text: string) => string, look: () => Promise<void>): Promise<void> {
  const text = site.read(path);
  site.write(path, change(text));
  try {
    await look();
  } finally {
    site.write(path, text);
  }
}

test("sample words of `new` are marked where they are and named among the warnings, each until it is replaced", () =>
  site.visit("/venues/", async (page) => {
    const file = "content/venues/harbour-hall.yaml";
    const begun = site
      .read("content/venues/downtown-hotel.yaml")
      .replace(/^layouts:[\s\S]*/m, "")
      .replaceAll(" # placeholder", "");
    const words = begun
      .replace(/^name: .*$/m, "name: Harbour Hall")
      .replace(/^area: .*$/m, "area: By the water # placeholder")
      .replace(/^kind: .*$/m, "kind: Some hall # placeholder");
    const marked = () => page.evaluate(() => [...(CSS.highlights.get("eventsite-samples") ?? [])].map(String).sort());
    expect(await marked()).toEqual([]);
    site.write(file, `# Write the real words and take each "placeholder" comment away.\n${words}`);
    await expect.poll(marked).toEqual(["By the water", "Some hall"]);
    const warnings = page.locator("eventsite-warnings");
    await warnings.locator("summary").click();
    await warnings.getByText(`Sample words are still in ${file}.`).waitFor();
    site.replace(file, "By the water # placeholder", "Docks");
    await expect.poll(marked).toEqual(["Some hall"]);
    site.replace(file, "Some hall # placeholder", "Hall");
    await expect.poll(marked).toEqual([]);
    await warnings.getByText("Sample words").waitFor({ state: "detached" });
  }));

test("sample pictures of `new`, and sample words for those who do not see one, have an outline until they are replaced", () =>
  site.visit("/venues/", async (page) => {
    const file = "content/venues/harbour-hall.yaml";
    const begun = site
      .read("content/venues/downtown-hotel.yaml")
      .replace(/^layouts:[\s\S]*/m, "")
      .replaceAll(" # placeholder", "")
      .replace(/^name: .*$/m, "name: Harbour Hall")
      .replace(/^ {2}src: (.*)$/m, "  src: $1 # placeholder")
      .replace(/^ {2}alt: .*$/m, "  alt: A hall # placeholder");
    const outlined = () =>
      page.evaluate(() =>
        [...document.images]
          .filter((image) => getComputedStyle(image).outlineStyle !== "none")
          .map((image) => `${image.alt}: ${getComputedStyle(image).outlineStyle}`),
      );
    expect(await outlined()).toEqual([]);
    site.write(file, `# Write the real words and take each "placeholder" comment away.\n${begun}`);
    await expect.poll(outlined).toEqual(["A hall: dashed"]);
    site.replace(file, /^ {2}src: .*$/m.exec(begun)?.[0] ?? "", "  src: hotel-ballroom.webp");
    await expect.poll(outlined).toEqual(["A hall: dotted"]);
    site.replace(file, "A hall # placeholder", "The hall by night");
    await expect.poll(outlined).toEqual([]);
  }));

test("warnings are a quiet number on the page, and below it what the terminal says of each", () =>
  site.visit("/contact/", async (page) => {
    const warnings = page.locator("eventsite-warnings");
    const tagged = (text: string) => text.replace(/^(description: )"?/m, "$1<b>Call</b> ");
    await whileBroken("content/pages/contact.yaml", tagged, async () => {
      const count = warnings.locator("summary");
      await count.waitFor();
      expect(await count.textContent()).toMatch(/^\d+ warnings?$/);
      expect(await warnings.locator("li").first().isVisible()).toBe(false);
      expect(await overlay(page).count()).toBe(0);
      await count.click();
      const text = await warnings.locator("details").innerText();
      expect(text).toContain("content/pages/contact.yaml");
      expect(text).toContain("hint: ");
    });
    await warnings.waitFor({ state: "detached" });
  }));

describe("the overlay", () => {
  test("shows every problem with its place, frame and hint over the last good page, and goes by itself", () =>
    site.visit("/contact/", async (page) => {
      const heading = await page.locator("h1").textContent();
      const broken = (text: string) =>
        text.replace(/^title:/m, "titel:").replace(/^description: .*$/m, "description: 12");
      await whileBroken("content/pages/contact.yaml", broken, async () => {
        await overlay(page).locator("li").nth(1).waitFor();
        const text = (await overlay(page).locator("section").innerText()).replaceAll("\u00a0", " ");
        expect(text).toContain("content/pages/contact.yaml:2:1");
        expect(text).toContain('did you mean "title"?');
        expect(text).toContain("> 2 | titel:");
        expect(text).toContain("CONTENT_NUMBER_AS_TEXT");
        expect(await page.locator("h1").textContent()).toBe(heading);
        expect(await (await fetch(`${site.url}/contact/`)).text()).toContain(heading);
      });
      await gone(page);
    }));

  test("is worked by keyboard: F8 leads into it, each place opens the editor, Escape folds it", () =>
    site.visit("/", async (page) => {
      await whileBroken(
        "content/pages/talent.yaml",
        (text) => text.replace(/^title:/m, "titel:"),
        async () => {
          const place = overlay(page).getByRole("link", { name: "content/pages/talent.yaml" }).first();
          await place.waitFor();
          await page.keyboard.press("F8");
          await page.keyboard.press("Tab");
          expect(await site.opened(() => page.keyboard.press("Enter"))).toMatch(
            /^content\/pages\/talent\.yaml:\d+:\d+$/,
          );
          await page.keyboard.press("Escape");
          expect(await overlay(page).locator("li").first().isVisible()).toBe(false);
          expect(await overlay(page).locator("summary:focus").count()).toBe(1);
        },
      );
      await gone(page);
    }));

  test("says how many problems are left, and that all are fixed", () =>
    site.visit("/", async (page) => {
      const path = "content/pages/talent.yaml";
      const text = site.read(path);
      const said = await status(page).elementHandle();
      const rows = overlay(page).locator("li");
      await whileBroken(
        path,
        (whole) => whole.replace(/^title:/m, "titel:").replace(/^description:/m, "descripton:"),
        async () => {
          await rows.nth(1).waitFor();
          const count = await rows.count();
          await rows.last().getByRole("link").first().focus();
          site.write(path, text.replace(/^title:/m, "titel:"));
          await rows.nth(count - 1).waitFor({ state: "detached" });
          expect(await overlay(page).locator("li a:focus").count()).toBe(1);
          expect(await status(page).textContent()).toBe(
            await overlay(page).locator("summary span").first().innerText(),
          );
        },
      );
      await gone(page);
      expect(await status(page).textContent()).toBe("All problems are fixed");
      expect(await said?.evaluate((node) => node.isConnected)).toBe(true);
    }));

  test("reports a template that throws with the place in its source", () =>
    site.visit("/contact/", async (page) => {
      const path = "templates/layout/page.tsx";
      const before = site.read(path);
      const throwing = before.replace(
        "  return (",
        '  if (page.slug === "contact") throw new Error("the florist is late");\n  return (',
      );
      expect(throwing).not.toBe(before);
      const line = throwing.split("\n").findIndex((each) => each.includes("the florist is late")) + 1;
      await whileBroken(
        path,
        () => throwing,
        async () => {
          await overlay(page).getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
          const text = (await overlay(page).locator("section").innerText()).replaceAll("\u00a0", " ");
          expect(text).toContain("the florist is late");
          expect(text).toContain(`${path}:${line}:`);
          expect(text).toContain(`> ${line} |`);
        },
      );
      await gone(page);
    }));
});
