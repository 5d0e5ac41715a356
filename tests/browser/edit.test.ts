// `serve --edit`: a person clicks words, types others and saves them; the page shows them, and the file says them, and nothing else.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { clickWords } from "../support/browser/click-words.ts";
import { openLiveSiteInBrowser } from "../support/browser/site-in-browser.ts";
import { wakeIsland } from "../support/browser/visitor.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const site = openLiveSiteInBrowser("--edit");

const ours = (page: Page) => page.locator("eventsite-words");
const box = (page: Page) => ours(page).getByRole("dialog");
const words = (page: Page) => box(page).getByRole("textbox");
const news = (page: Page) => ours(page).locator(".notice");

/** Lines that differ, of a change within one place: those before and those after. */
function difference(before: string, after: string): { old: string[]; fresh: string[] } {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  while (old.length > 0 && fresh.length > 0 && old[0] === fresh[0]) {
    old.shift();
    fresh.shift();
  }
  while (old.length > 0 && fresh.length > 0 && old.at(-1) === fresh.at(-1)) {
    old.pop();
    fresh.pop();
  }
  return { old, fresh };
}

/** Does something with a file, which is as it was afterwards. */
async function onFile(file: string, use: (before: string) => Promise<void>): Promise<void> {
  const before = site.read(file);
  try {
    await use(before);
  } finally {
    site.write(file, before);
  }
}

/** Opens a page of a site of which one file will be changed. */
const editing = (file: string, path: string, use: (page: Page, before: string) => Promise<void>) =>
  onFile(file, (before) => site.visit(path, (page) => use(page, before)));

/** Types words into the box in place of those that are there, and saves them. */
async function type(page: Page, text: string): Promise<void> {
  await words(page).fill(text);
  await page.keyboard.press("Enter");
}

const home = "content/pages/home.yaml";

test("a heading that is clicked, typed again and saved is on the page, on one line of its file, and goes back by Undo", () =>
  editing(home, "/", async (page, before) => {
    const heading = page.locator(".steps h2").first();
    const was = (await heading.textContent()) ?? "";
    await clickWords(heading);
    expect(await words(page).inputValue()).toBe(was);
    await type(page, "Three steps: no more");
    await page.getByRole("heading", { name: "Three steps: no more" }).waitFor();
    await box(page).waitFor({ state: "detached" });
    const { old, fresh } = difference(before, site.read(home));
    expect(old).toEqual([`    heading: ${was}`]);
    expect(fresh).toEqual(['    heading: "Three steps: no more"']);
    const line = before.split("\n").indexOf(`    heading: ${was}`) + 1;
    expect(await news(page).innerText()).toContain(`Saved in ${home}:${line}`);
    await ours(page).getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { name: was }).waitFor();
    await news(page).getByText(`Undone in ${home}:${line}`).waitFor();
    expect(site.read(home)).toBe(before);
  }));

test("words that the site refuses are reported beside them, and nothing is written until they are fixed", () =>
  editing(home, "/", async (page, before) => {
    await clickWords(page.locator(".steps h2").first());
    await words(page).fill("With {brand.nam}");
    await box(page).getByRole("button", { name: "Save" }).click();
    const alert = box(page).getByRole("alert");
    await alert.getByText("{brand.nam} names no text of site.yaml.").waitFor();
    expect(await alert.innerText()).toContain("did you mean {brand.name}?");
    expect(site.read(home)).toBe(before);
    expect(await words(page).evaluate((node) => node === (node.getRootNode() as ShadowRoot).activeElement)).toBe(true);
    await type(page, "   ");
    await alert.getByText("has no words in it").waitFor();
    expect(site.read(home)).toBe(before);
    await type(page, "With {brand.name}");
    await page.getByRole("heading", { name: "With Evenhall" }).waitFor();
    expect(difference(before, site.read(home)).fresh).toEqual(["    heading: With {brand.name}"]);
  }));

test("Shift+Enter saves nothing in a text of one line: the box says so, and keeps what was typed", () =>
  editing(home, "/", async (page, before) => {
    await clickWords(page.locator(".steps h2").first());
    await words(page).fill("Three steps");
    await page.keyboard.press("Shift+Enter");
    await box(page).getByRole("alert").getByText("This text has one line.").waitFor();
    expect(await words(page).inputValue()).toBe("Three steps");
    expect(site.read(home)).toBe(before);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Three steps" }).waitFor();
  }));

test("a save while another file has a mistake says that the page waits, and what undoes it is above the problems", () =>
  editing(home, "/", (page, before) =>
    onFile("content/pages/venues.yaml", async (venues) => {
      const problems = page.locator("eventsite-overlay");
      const waits = news(page).getByText("The page shows it when the problems below are fixed.");
      const heading = page.locator(".steps h2").first();
      const was = (await heading.textContent()) ?? "";
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await clickWords(heading);
        site.write("content/pages/venues.yaml", venues.replace(/^title:/m, "titel:"));
        await problems.getByText('The file has no field "titel".').waitFor();
        // What the page has shown before waits for no other mistake.
        expect(await waits.isVisible()).toBe(false);
        await type(page, "Three steps");
        await waits.waitFor();
        expect(await heading.textContent()).toBe(was);
        await ours(page).getByRole("button", { name: "Undo" }).click();
        await news(page).getByText(`Undone in ${home}`).waitFor();
        expect(await waits.isVisible()).toBe(true);
        expect(site.read(home)).toBe(before);
        site.write("content/pages/venues.yaml", venues);
        await problems.waitFor({ state: "detached" });
        expect(await waits.isVisible()).toBe(false);
      }
      const older = { marks: [], misplaced: [], unmapped: [{ reason: "another page" }], isOlder: true };
      await page.route(/@eventsite\/words/, async (route) =>
        route.fulfill({ json: { ...(await (await route.fetch()).json()), ...older } }),
      );
      await clickWords(heading);
      await box(page).getByText("The page is older than its file.").waitFor();
    }),
  ));

test("a paragraph of a Markdown file is edited as it is written, and only its lines change", () => {
  const file = "content/legal/privacy-policy.md";
  return onFile(file, (before) =>
    site.visit("/privacy-policy/", async (page) => {
      const line = before.split("\n").find((each) => each.startsWith("This policy explains how")) ?? "";
      await clickWords(page.getByText("This policy explains how"));
      expect(await words(page).inputValue()).toBe(line);
      await words(page).fill("This policy says **plainly** how we work.\n\n- one\n- two");
      await page.keyboard.press("Control+Enter");
      await box(page).getByText("On the page these words would become something else").waitFor();
      expect(site.read(file)).toBe(before);
      await words(page).fill("This policy says **plainly** how we work.");
      // Enter is a line of its own here, and left behind it is none.
      await page.keyboard.press("Enter");
      expect(await words(page).inputValue()).toMatch(/work\.\n$/);
      await page.keyboard.press("Control+Enter");
      await page.locator("strong", { hasText: "plainly" }).waitFor();
      const { old, fresh } = difference(before, site.read(file));
      expect(old).toEqual([line]);
      expect(fresh).toEqual(["This policy says **plainly** how we work."]);
      await ours(page).getByRole("button", { name: "Undo" }).click();
      await news(page).getByText("Undone").waitFor();
      expect(site.read(file)).toBe(before);
    }),
  );
});

test("a word that a token brings in can be changed in the text or in site.yaml", () =>
  editing("content/site.yaml", "/privacy-policy/", async (page, before) => {
    await clickWords(page.getByText("This policy explains how"), "Evenhall");
    expect(await words(page).inputValue()).toContain("{brand.legalName}");
    await box(page)
      .getByText(/“Evenhall Events Inc\.” is in content\/site\.yaml:\d+ and is used on many pages/)
      .waitFor();
    const there = box(page).getByRole("button", { name: "Change it there" });
    const was = await words(page).inputValue();
    await words(page).fill("Half a");
    await there.click();
    await box(page).getByText("Save what you have typed first").waitFor();
    expect(await words(page).inputValue()).toBe("Half a");
    await words(page).fill(was);
    await there.click();
    await box(page).getByText("These words are in content/site.yaml and are used on many pages.").waitFor();
    expect(await words(page).inputValue()).toBe("Evenhall Events Inc.");
    await type(page, "Evenhall & Partners Ltd.");
    await page.getByText("how Evenhall & Partners Ltd.").waitFor();
    expect(difference(before, site.read("content/site.yaml")).fresh).toEqual(["  legalName: Evenhall & Partners Ltd."]);
  }));

test("a picture is named with its line, and its alternative text can be changed", () =>
  editing(home, "/", async (page, before) => {
    const picture = page.locator(".service-tiles img").first();
    await clickWords(picture);
    const alt = (await picture.getAttribute("alt")) ?? "";
    expect(await words(page).inputValue()).toBe(alt);
    const link = box(page).getByText("The picture is named in").getByRole("link");
    const line = before.split("\n").findIndex((each) => each.includes("floor-plan.webp")) + 1;
    expect(await link.textContent()).toBe(`${home}:${line}`);
    await type(page, "A plan of the room");
    await page.getByAltText("A plan of the room").first().waitFor({ state: "attached" });
    expect(new URL(page.url()).pathname).toBe("/");
    expect(difference(before, site.read(home)).fresh).toHaveLength(1);
  }));

test("what an editor saves meanwhile is never overwritten: it is shown beside what was typed, to save all the same or to cancel", () =>
  editing(home, "/", async (page, before) => {
    const was = (await page.locator(".steps h2").first().textContent()) ?? "";
    await clickWords(page.locator(".steps h2").first());
    await words(page).fill("Mine");
    const theirs = before.replace(was, "Theirs");
    site.write(home, theirs);
    await page.getByRole("heading", { name: "Theirs", includeHidden: true }).waitFor();
    expect(await words(page).inputValue()).toBe("Mine");
    await page.keyboard.press("Enter");
    const alert = box(page).getByRole("alert");
    await alert.getByText("The file was changed in the meantime.").waitFor();
    expect(await alert.locator(".said").textContent()).toBe("Theirs");
    expect(await words(page).inputValue()).toBe("Mine");
    expect(site.read(home)).toBe(theirs);
    await box(page).getByRole("button", { name: "Save all the same" }).click();
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    expect(site.read(home)).toBe(theirs.replace("Theirs", "Mine"));
  }));

test("what was typed outlives a page that is reloaded", () =>
  onFile("content/forms/contact.yaml", () =>
    onFile("content/pages/contact.yaml", (before) =>
      site.visit("/contact/", async (page) => {
        await clickWords(page.locator("h1"));
        await words(page).fill("Half a sente");
        await page.evaluate(() => Object.assign(window, { isOld: true }));
        site.replace("content/forms/contact.yaml", "idle: Send Request", "idle: Send it off");
        await page.waitForFunction(() => !("isOld" in window));
        await box(page).waitFor();
        expect(await words(page).inputValue()).toBe("Half a sente");
        await type(page, "Half a sentence");
        await page.getByRole("heading", { name: "Half a sentence", level: 1 }).waitFor();
        expect(difference(before, site.read("content/pages/contact.yaml")).fresh).toEqual([
          expect.stringContaining("heading: Half a sentence"),
        ]);
      }),
    ),
  ));

test("the box and the list pass axe, on a phone too", () =>
  site.visit("/", async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const violations = () =>
      page.evaluate(async (source) => {
        if (!("axe" in window)) new Function(source).call(window);
        const { axe } = window as unknown as { axe: { run(at: string): Promise<{ violations: { id: string }[] }> } };
        return (await axe.run("eventsite-words")).violations.map(({ id }) => id);
      }, axeSource);
    expect(await violations()).toEqual([]);
    await clickWords(page.locator("h1"));
    await type(page, "{nothing.at.all}");
    await box(page).getByRole("alert").getByText("names no text").waitFor();
    expect(await violations()).toEqual([]);
    const { x, y, width, height } = (await box(page).boundingBox()) ?? { x: 0, y: 0, width: 999, height: 999 };
    expect([x >= 0, y >= 0, x + width <= 390, y + height <= 844]).toEqual([true, true, true, true]);
    await box(page).getByRole("button", { name: "Cancel" }).click();
    await ours(page).getByRole("button", { name: "Texts of this page" }).click();
    await box(page).getByRole("searchbox").waitFor();
    expect(await violations()).toEqual([]);
  }));

test.each([390, 900])("the warnings of a page are within reach at %i pixels, beside the bar", (width) =>
  site.visit("/contact/", async (page) => {
    await page.setViewportSize({ width, height: 844 });
    const warnings = page.locator("eventsite-warnings");
    site.write(
      "content/pages/contact.yaml",
      site.read("content/pages/contact.yaml").replace(/^(description: )"?/m, "$1<b>Call</b> "),
    );
    await warnings.locator("summary").click();
    const form = warnings.getByRole("link", { name: "Open its form" }).first();
    expect(await form.getAttribute("href")).toMatch(/^\/admin\/\?file=content%2Fpages%2Fcontact.yaml&line=\d+$/);
    await ours(page).getByRole("button", { name: "Texts of this page" }).click();
  }),
);

test("Escape leaves a text as it is, and asks once where something was typed", () =>
  site.visit("/", async (page) => {
    const before = site.read(home);
    const heading = page.locator(".steps h2").first();
    await clickWords(heading);
    await words(page).waitFor();
    await page.keyboard.press("Escape");
    await box(page).waitFor({ state: "detached" });
    await clickWords(heading);
    await words(page).fill("Not this");
    await page.keyboard.press("Escape");
    await box(page).getByText("Press Escape again to discard").waitFor();
    await page.keyboard.press("Escape");
    await box(page).waitFor({ state: "detached" });
    await clickWords(heading);
    expect(await words(page).inputValue()).toBe(await heading.textContent());
    await words(page).fill("Nor this");
    await box(page).getByRole("button", { name: "Cancel" }).click();
    await box(page).waitFor({ state: "detached" });
    expect(site.read(home)).toBe(before);
  }));

test("all saves are undone from the last to the first, on another page too, and made again, by keys and by buttons", () => {
  const venues = "content/pages/venues.yaml";
  return onFile(venues, (venuesBefore) =>
    onFile(home, (before) =>
      site.visit("/", async (page) => {
        const heading = page.locator(".steps h2").first();
        const was = (await heading.textContent()) ?? "";
        const save = async (target: typeof heading, text: string) => {
          await clickWords(target);
          await type(page, text);
          await page.getByRole("heading", { name: text }).waitFor();
          await box(page).waitFor({ state: "detached" });
        };
        await save(heading, "First words");
        await save(heading, "Second words");
        await page.goto(`${site.url}/venues/`);
        const title = page.locator("h1");
        const venuesWas = (await title.textContent()) ?? "";
        await save(title, "Third words");
        const saved = [site.read(home), site.read(venues)];
        await page.keyboard.press("Control+z");
        await news(page).getByText(`Undone in ${venues}`).waitFor();
        await page.getByRole("heading", { name: venuesWas, level: 1 }).waitFor();
        await page.keyboard.press("Control+z");
        await news(page).getByText("First words").waitFor();
        expect(site.read(home)).toContain("heading: First words");
        await ours(page).getByRole("button", { name: "Undo" }).click();
        await news(page).getByText(was).waitFor();
        expect([site.read(home), site.read(venues)]).toEqual([before, venuesBefore]);
        await ours(page).getByRole("button", { name: "Redo" }).click();
        await news(page).getByText("Redone").waitFor();
        await page.keyboard.press("Control+Shift+z");
        await news(page).getByText("Second words").waitFor();
        await page.keyboard.press("Control+y");
        await page.getByRole("heading", { name: "Third words" }).waitFor();
        expect([site.read(home), site.read(venues)]).toEqual(saved);
        // In a box the keys are the field's own.
        await clickWords(title);
        await words(page).press("End");
        await page.keyboard.type("!");
        await page.keyboard.press("Control+z");
        await page.keyboard.press("Escape");
        expect([site.read(home), site.read(venues)]).toEqual(saved);
      }),
    ),
  );
});

test("a text that the site does without is emptied, and then removed as the box says; undoing that brings it back", () =>
  editing(home, "/", async (page, before) => {
    const was = /^ {4}intro: (.*)$/m.exec(before)?.[1] ?? "";
    await clickWords(page.getByText(was));
    await words(page).fill("");
    await box(page).getByRole("button", { name: "Save" }).click();
    await box(page).getByRole("alert").getByText("This text is optional").waitFor();
    expect(site.read(home)).toBe(before);
    await box(page).getByRole("button", { name: "Remove this text" }).click();
    await news(page).getByText(`Removed from ${home}`).waitFor();
    await page.getByText(was).waitFor({ state: "detached" });
    const { old, fresh } = difference(before, site.read(home));
    expect(fresh).toEqual([]);
    expect(old[0]).toMatch(/^ +\w+: /);
    await page.keyboard.press("Control+z");
    await page.getByText(was).waitFor();
    expect(site.read(home)).toBe(before);
  }));

test("a placeholder says so in its box and in the list: other words take its mark away, and so does that it is the real one", () => {
  const venue = "content/venues/downtown-hotel.yaml";
  return editing(venue, "/", async (page, before) => {
    const name = page.getByText("Hotel Corvane", { exact: true }).first();
    const note = box(page).locator(".note", { hasText: "This text is a placeholder." });
    await clickWords(name);
    await note.getByRole("button", { name: "This is the real one" }).click();
    await box(page).waitFor({ state: "detached" });
    await news(page).getByText(`Saved in ${venue}:`).waitFor();
    expect(site.read(venue)).toBe(before.replace("name: Hotel Corvane # placeholder", "name: Hotel Corvane"));
    await clickWords(name);
    await words(page).waitFor();
    expect(await note.count()).toBe(0);
    await page.keyboard.press("Escape");
    await ours(page).getByRole("button", { name: "Undo" }).click();
    await news(page).getByText("Undone in").waitFor();
    expect(site.read(venue)).toBe(before);
    await ours(page).getByRole("button", { name: "Texts of this page" }).click();
    await box(page).getByRole("searchbox").fill("placeholder");
    const rows = box(page).getByRole("listitem").filter({ visible: true });
    await rows.filter({ hasText: "Hotel Corvane" }).first().waitFor();
    for (const row of await rows.allInnerTexts()) expect(row).toMatch(/, a placeholder$/);
    await rows.filter({ hasText: "Hotel Corvane" }).getByRole("button").first().click();
    await note.waitFor();
    await type(page, "Harbour Hotel");
    await page.getByText("Harbour Hotel", { exact: true }).first().waitFor();
    expect(site.read(venue)).toBe(before.replace("name: Hotel Corvane # placeholder", "name: Harbour Hotel"));
  });
});

test("by keyboard alone: F2 changes the link that has the focus, which gets it back", () =>
  editing(home, "/", async (page, before) => {
    const link = page.locator(".hero-carousel .actions a").first();
    await link.focus();
    await page.keyboard.press("F2");
    await box(page).waitFor();
    expect(await words(page).inputValue()).toBe("Get Your Free Quote Today");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Ask for a quote");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Ask for a quote" }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await page.waitForFunction(() => document.activeElement?.textContent?.includes("Ask for a quote"));
    expect(difference(before, site.read(home)).fresh).toEqual([expect.stringContaining("label: Ask for a quote")]);
  }));

test("the list of texts reaches those that nobody can click, such as the title", () =>
  editing(home, "/", async (page, before) => {
    await ours(page).getByRole("button", { name: "Texts of this page" }).focus();
    await page.keyboard.press("Enter");
    await box(page).getByRole("searchbox").fill("planning and venues in toronto");
    await box(page)
      .getByRole("button", { name: /home\.yaml:\d+ title$/ })
      .press("Enter");
    await type(page, "Events in Toronto");
    await page.waitForFunction(() => document.title.startsWith("Events in Toronto"));
    expect(difference(before, site.read(home)).fresh).toEqual(["title: Events in Toronto"]);
  }));

describe("the page stays a page", () => {
  test("for Ctrl and a click, for controls without words, and for selected words", () =>
    site.visit("/", async (page) => {
      await wakeIsland(page, "hero-carousel");
      const asked: string[] = [];
      page.on("request", (request) => /@eventsite\/(?:words|text)/.test(request.url()) && asked.push(request.url()));
      const next = page.locator(".hero-carousel button").filter({ visible: true }).last();
      const shown = page.locator(".hero-carousel .slide:not([inert])").first();
      const before = await shown.innerHTML();
      await next.click();
      await page.waitForFunction(
        (html) => document.querySelector(".hero-carousel .slide:not([inert])")?.innerHTML !== html,
        before,
      );
      const lead = page.locator(".steps h2").first();
      await lead.scrollIntoViewIfNeeded();
      const { x, y, height } = (await lead.boundingBox()) ?? { x: 0, y: 0, height: 0 };
      await page.mouse.move(x + 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + 150, y + height / 2, { steps: 4 });
      await page.mouse.up();
      expect(await page.evaluate(() => String(getSelection()))).not.toBe("");
      await page.evaluate(() => getSelection()?.removeAllRanges());
      await clickWords(page.locator(".hero-carousel .actions a").first(), undefined, ["Control"]);
      await page.waitForURL("**/contact/");
      expect(asked).toEqual([]);
      expect(page.context().pages()).toHaveLength(1);
    }));

  test("and its forms can be used where editing is off, which is so until it is on again", () =>
    site.visit("/contact/", async (page) => {
      await ours(page).getByRole("button", { name: "Editing: on" }).click();
      await page.locator('form [name="firstName"]').click();
      await page.keyboard.type("Ada");
      await page.locator("h1").click();
      expect(await box(page).count()).toBe(0);
      await page.reload();
      await ours(page).getByRole("button", { name: "Editing: off" }).waitFor();
      await page.locator("h1").click();
      expect(await box(page).count()).toBe(0);
      await ours(page).getByRole("button", { name: "Editing: off" }).click();
      await clickWords(page.locator("h1"));
      await box(page).waitFor();
    }));
});
