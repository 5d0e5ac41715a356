// Decap CMS in a browser, over the files of a served site: the tasks of a week.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Locator, Page, Response } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "../support/browser/browser.ts";
import { openLiveSiteInBrowser } from "../support/browser/site-in-browser.ts";

/** The control of a field, by its label; of several, the last one that can be seen. */
async function control(scope: Page | Locator, label: string): Promise<Locator> {
  const labels = scope.locator("label:visible", { hasText: new RegExp(`^${label}( \\(optional\\))?\\s*$`) });
  await labels.last().waitFor();
  const page = "page" in scope ? scope.page() : scope;
  return page.locator(`[id="${await labels.last().getAttribute("for")}"]`);
}

const fill = async (scope: Page | Locator, label: string, words: string): Promise<void> =>
  (await control(scope, label)).fill(words);

/** The first item of a type, by its label: fields within it may be called the same. */
const itemOf = (page: Page, type: string): Locator =>
  page
    .locator("label", { hasText: new RegExp(`^${type}\\s*$`) })
    .first()
    .locator("..");

/** Opens an item, or a field that has others in it. */
const expand = (item: Locator): Promise<void> => item.locator("button").first().click();

/** An item of a list without types, by the line that sums it up. */
const lastItem = (list: Locator): Locator =>
  list.locator('[aria-roledescription="sortable"]').last().locator("xpath=../..");

/** Uploads a picture and takes it, where a form asks for one. */
async function choosePicture(
  page: Page,
  field: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await field.getByRole("button", { name: /^Choose (?:an|different) image$/ }).click();
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByText(file.name.toLowerCase().replace(/ /g, "-")).first().waitFor();
  await page.getByRole("button", { name: "Choose selected" }).click();
}

/** Drags an item by its handle, to where another one is. */
async function drag(page: Page, item: Locator, onto: Locator): Promise<void> {
  const grip = (of: Locator) => of.locator('[aria-roledescription="sortable"]').first();
  await grip(item).scrollIntoViewIfNeeded();
  const [from, to] = [await grip(item).boundingBox(), await grip(onto).boundingBox()];
  if (!from || !to) throw new Error("An item cannot be seen.");
  const middle = (box: typeof from) => [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.move(...middle(from));
  await page.mouse.down();
  await page.mouse.move(middle(from)[0], middle(from)[1] + 8, { steps: 4 });
  await page.mouse.move(...middle(to), { steps: 12 });
  await page.mouse.up();
}

/** Saves, and returns the answer to it. */
async function publish(page: Page): Promise<Response> {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const answer = page.waitForResponse((response) => /persistEntry/.test(response.request().postData() ?? ""));
  await page.getByText("Publish now", { exact: true }).click();
  return answer;
}

const site = openLiveSiteInBrowser("--edit");
const HOME = "content/pages/home.yaml";
const VENUE = "content/venues/downtown-hotel.yaml";

let browser: Browser;
let photo: { name: string; mimeType: string; buffer: Buffer };
beforeAll(async () => {
  browser = await openBrowser();
  const buffer = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: "#357" } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  photo = { name: "Harbour Hall.jpg", mimeType: "image/jpeg", buffer };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.com", ...args], { cwd: site.root });
  git("init", "-q");
  git("add", "content");
  git("commit", "-qm", "before");
});

afterAll(() => browser.close());

const diff = (path = "content"): string[] => {
  execFileSync("git", ["add", "-N", "content"], { cwd: site.root });
  const out = execFileSync("git", ["diff", "-U0", "--", path], { cwd: site.root }).toString();
  return out.split("\n").filter((line) => /^[+-](?!\+\+|--)/.test(line));
};
const undo = () => {
  const steps = "git reset -q && git checkout -q -- content && git clean -fdq content";
  execFileSync("sh", ["-c", steps], { cwd: site.root });
};

const DESK: BrowserContextOptions = { viewport: { width: 1300, height: 1000 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true };

/** What nobody sees without scrolling sideways; Decap's notices fly in from there. */
const beyondScreen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { width } = document.documentElement.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>("body :not(.Toastify, .Toastify *)")]
      .filter((each) => each.getBoundingClientRect().width > 0 && each.getBoundingClientRect().right > width + 1)
      .map((each) => `${each.className}: ${each.innerText?.slice(0, 40)}`);
  });

/** Opens the CMS; what it asks of other hosts, and what goes wrong in it, fails the test. */
async function inCms(path: string, use: (page: Page) => Promise<void>, screen = DESK): Promise<void> {
  const context = await browser.newContext(screen);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("request", (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(`${site.url}/`)) wrong.push(request.url());
  });
  // What it rejects with after a refusal, it has shown.
  page.on("pageerror", (error) => String(error) !== "Object" && wrong.push(String(error)));
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) wrong.push(message.text());
  });
  try {
    await page.goto(`${site.url}/admin/${path}`);
    await use(page);
    expect(wrong).toEqual([]);
  } finally {
    await page.context().close();
    undo();
  }
}

const lineOf = (path: string, words: string): number => {
  const text = site.read(path);
  return text.slice(0, text.indexOf(words)).split("\n").length;
};

const entry = (name: string) => `#/collections/${name.replace("/", "/entries/")}`;

describe("in the CMS, somebody", () => {
  test("swaps a picture, and undoes it by git", () =>
    inCms(entry("venues/downtown-hotel"), async (page) => {
      const image = await control(page, "Image");
      await expand(image);
      const width = () =>
        image
          .locator("img")
          .first()
          .evaluate((shown) => (shown as HTMLImageElement).naturalWidth);
      await expect.poll(width).toBe(1600);
      await choosePicture(page, image, photo);
      await fill(image, "In words", "A hall by the harbour");
      expect((await publish(page)).status()).toBe(200);
      const [, alt = ""] =
        /alt: (.*)/.exec(execFileSync("git", ["show", `HEAD:${VENUE}`], { cwd: site.root }).toString()) ?? [];
      expect(diff(VENUE)).toEqual([
        "-  src: hotel-ballroom.webp",
        `-  alt: ${alt}`,
        "+  src: harbour-hall.jpg",
        "+  alt: A hall by the harbour",
      ]);
      const { width: across, height } = await sharp(join(site.root, "content/images/harbour-hall.jpg")).metadata();
      expect({ across, height }).toEqual({ across: 1000, height: 1600 });
      undo();
      expect(diff()).toEqual([]);
    }));

  test("moves a section of the start page, and adds one with three items", () =>
    inCms("?page=/", async (page) => {
      await page.getByText(/^\d sections$/).waitFor();
      await drag(page, itemOf(page, "Steps"), itemOf(page, "Service tiles"));
      await page.getByRole("button", { name: "Add section" }).click();
      await page.getByRole("menuitem", { name: "Figures" }).click();
      const figures = itemOf(page, "Figures");
      await fill(figures, "Heading", "In figures");
      for (const [value, label] of [
        ["12", "halls"],
        ["40", "crews"],
        ["9", "planners"],
      ] as const) {
        await figures.getByRole("button", { name: /^Add figure/ }).click();
        const item = lastItem(figures);
        await fill(item, "Value", value);
        await fill(item, "Label", label);
      }
      expect((await publish(page)).status()).toBe(200);
      const lines = diff(HOME);
      expect(lines.filter((line) => line.startsWith("+")).join("\n")).toContain(
        '+  - type: figures\n+    heading: In figures\n+    figures:\n+      - value: "12"\n+        label: halls\n+      - value: "40"\n+        label: crews\n+      - value: "9"\n+        label: planners',
      );
      const text = readFileSync(join(site.root, HOME), "utf8");
      expect(text.indexOf("type: service-tiles")).toBeLessThan(text.indexOf("type: steps"));
      const [gone, come] = ["-", "+"].map((sign) =>
        lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1)),
      );
      // What was moved is the same; what is new is the section.
      expect(come?.length).toBe((gone?.length ?? 0) + 10);
      const shown = await page.context().newPage();
      await shown.goto(site.url);
      await expect.poll(() => shown.getByText("planners").count()).toBeGreaterThan(0);
    }));

  test("moves a section and a card by keys: Space takes it up, the arrows move it, Escape puts it back", () =>
    inCms("?page=/", async (page) => {
      await page.getByText(/^\d sections$/).waitFor();
      const handle = (item: Locator) => item.locator('[aria-roledescription="sortable"]').first();
      const says = (words: string) => page.getByText(words, { exact: true }).waitFor({ state: "attached" });
      const press = async (...keys: readonly string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await handle(itemOf(page, "Steps")).focus();
      await press("Space", "ArrowDown", "ArrowDown");
      await says("Moved: 4 of 8.");
      await press("Escape");
      await says("Put down: 2 of 8.");
      await press("Space", "ArrowDown");
      await says("Moved: 3 of 8.");
      await press("Space");
      await says("Put down: 3 of 8.");
      await press("ArrowDown");
      const tiles = itemOf(page, "Service tiles");
      await expand(tiles);
      await handle(tiles.locator("label", { hasText: /^Tiles/ }).locator("xpath=../..")).focus();
      await press("Enter", "ArrowDown");
      await says("Moved: 2 of 9.");
      await press("Enter");
      expect((await publish(page)).status()).toBe(200);
      const text = readFileSync(join(site.root, HOME), "utf8");
      const at = (words: string) => text.indexOf(words);
      expect(at("type: service-tiles")).toBeLessThan(at("type: steps"));
      expect(at("type: steps")).toBeLessThan(at("type: venue-list"));
      const before = execFileSync("git", ["show", `HEAD:${HOME}`], { cwd: site.root }).toString();
      const tilesIn = (of: string) => [...of.matchAll(/^ {6}- title: (.*)$/gm)].map(([, title]) => title);
      const [first, second, ...others] = tilesIn(before.slice(before.indexOf("type: service-tiles")));
      expect(tilesIn(text.slice(at("type: service-tiles"))).slice(0, 9)).toEqual(
        [second, first, ...others].slice(0, 9),
      );
    }));

  test("adds a card", () =>
    inCms(entry("services/event-design"), async (page) => {
      const cards = itemOf(page, "Cards");
      await expand(cards);
      await cards.getByRole("button", { name: /^Add card/ }).click();
      const card = lastItem(cards);
      await fill(card, "Title", "Signs");
      await fill(card, "Text", "Read from the far end of the hall.");
      expect((await publish(page)).status()).toBe(200);
      expect(diff().map((line) => line.replace(/^\+ +/, "+"))).toEqual([
        "+- title: Signs",
        "+text: Read from the far end of the hall.",
      ]);
    }));

  test("changes a card on a phone, and never scrolls sideways", () =>
    inCms(
      "#/collections/pages",
      async (page) => {
        await page.getByRole("link", { name: /\(home\)$/ }).waitFor();
        expect([await page.evaluate(() => innerWidth), await beyondScreen(page)]).toEqual([390, []]);
        await page.getByRole("link", { name: /\(home\)$/ }).click();
        await page.getByText(/^\d sections$/).waitFor();
        const tiles = itemOf(page, "Service tiles");
        await expand(tiles);
        const tile = tiles.locator('[aria-roledescription="sortable"]').nth(1).locator("xpath=../..");
        await expand(tile);
        await fill(tile, "Title", "Boats");
        expect(await beyondScreen(page)).toEqual([]);
        await page.getByRole("button", { name: "Publish", exact: true }).click();
        await page.getByText("Publish now", { exact: true }).waitFor();
        expect(await beyondScreen(page)).toEqual([]);
        await page.keyboard.press("Escape");
        expect((await publish(page)).status()).toBe(200);
        expect(diff(HOME)).toHaveLength(2);
        page.once("dialog", (question) => question.accept());
        await page.getByRole("button", { name: "Delete entry" }).click();
        await page.getByRole("button", { name: "Take it away" }).click();
        await page.locator("dialog [role=alert]:not(:empty)").waitFor();
        expect(await beyondScreen(page)).toEqual([]);
      },
      PHONE,
    ));

  test("duplicates a service: a draft with its placeholders, without what belongs to the original alone", () =>
    inCms(entry("services/event-planning"), async (page) => {
      const path = join(site.root, "content/services/event-planning.yaml");
      const original = readFileSync(path, "utf8").replace(/^order: /m, "formerly: [planning]\norder: ");
      writeFileSync(path, original);
      await page.reload();
      await control(page, "Name");
      await page.getByText("Published", { exact: true }).click();
      await page.getByText("Duplicate", { exact: true }).click();
      await page.waitForURL(/services\/new$/);
      await page.getByText("This copy is a draft: switch “Draft” off when visitors may see it.").waitFor();
      await page.getByText("“Footer labels” stays with the original.").waitFor();
      expect(await (await control(page, "Draft")).getAttribute("aria-checked")).toBe("true");
      await fill(page, "Name", "Event nights");
      await fill(page, "Title", "Event nights in Toronto, planned");
      expect((await publish(page)).status()).toBe(200);
      const link = page.getByRole("link", { name: "See its page" });
      expect(await link.getAttribute("href")).toBe("/admin/page/services/event-nights");
      const copy = readFileSync(join(site.root, "content/services/event-nights.yaml"), "utf8");
      const marks = (text: string) => text.split("\n").filter((line) => line.includes("# placeholder"));
      expect(marks(original).length).toBeGreaterThan(0);
      expect(marks(copy)).toEqual(marks(original));
      expect([copy.match(/^(?:footerLabels|formerly)/m), /^draft: true$/m.test(copy)]).toEqual([null, true]);
      expect(readFileSync(path, "utf8")).toBe(original);
    }));

  test("gives a picture another name where its own is taken, is asked for its words, and presses on what must stay in view", () =>
    inCms(entry("services/gala-dinners"), async (page) => {
      const image = await control(page, "Image");
      await expand(image);
      const asks = image.getByText("Is this still the text of the old picture?");
      const shown = image.locator("img").last();
      await expect.poll(() => shown.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(1600);
      expect(await asks.count()).toBe(0);
      await image.getByRole("button", { name: "Choose different image" }).click();
      await page
        .locator("input[type=file]")
        .first()
        .setInputFiles({ ...photo, name: "Hotel Ballroom.WEBP" });
      await page
        .getByText("There is a picture hotel-ballroom.webp already: this one is hotel-ballroom-2.webp.")
        .waitFor();
      await page.getByText("hotel-ballroom-2.webp", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Choose selected" }).click();
      await asks.waitFor();
      await image.getByText("It was chosen for the old picture").waitFor();
      await fill(image, "In words", "A blue wall");
      await asks.waitFor({ state: "detached" });
      await expect.poll(() => shown.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(1000);
      await shown.scrollIntoViewIfNeeded();
      const { width = 0, height = 0 } = (await shown.boundingBox()) ?? {};
      await shown.click({ position: { x: 0.25 * width, y: 0.75 * height } });
      await (await control(image, "Focus")).press("ArrowRight");
      await image.getByText("26 % from the left, 75 % from the top stays in view.").waitFor();
      expect((await publish(page)).status()).toBe(200);
      // Its bytes are those of a JPEG: the form, which knows it by another name, can be published again.
      await page.getByText("Changes saved", { exact: true }).waitFor();
      await fill(page, "Summary", "One clock for all.");
      expect((await publish(page)).status()).toBe(200);
      expect(diff("content/services").filter((line) => line.startsWith("+"))).toEqual([
        '+summary: "One clock for all."',
        "+  src: hotel-ballroom-2.jpg",
        "+  alt: A blue wall",
        "+  focus: { x: 26, y: 75 }",
      ]);
      expect(existsSync(join(site.root, "content/images/hotel-ballroom.webp"))).toBe(true);
    }));

  test("sees which placeholders are left at once: one is replaced, one is the real one", () =>
    inCms(entry("venues/downtown-hotel"), async (page) => {
      const left = async () => (await control(page, "Placeholders")).getByRole("listitem");
      const rows = (await left()).filter({ hasNotText: /^All/ });
      await expect.poll(() => rows.count()).toBe(4);
      await fill(page, "Name", "Harbour Hotel");
      await rows.filter({ hasText: "Hotel Corvane" }).waitFor({ state: "detached" });
      await fill(page, "Name", "Hotel Corvane");
      const first = rows.filter({ hasText: "Name: Hotel Corvane" });
      await first.getByRole("button", { name: "This is the real one" }).click();
      await first.getByText("The real one, when you publish the form").waitFor();
      expect((await publish(page)).status()).toBe(200);
      await first.waitFor({ state: "detached" });
      expect(await rows.count()).toBe(3);
      expect(diff()).toEqual(["-name: Hotel Corvane # placeholder", "+name: Hotel Corvane"]);
      await page.getByText("Changes saved", { exact: true }).waitFor();
      await (await left()).getByRole("button", { name: "All 3 are the real ones" }).click();
      expect((await publish(page)).status()).toBe(200);
      await (await left()).getByText("None.").waitFor();
      expect(readFileSync(join(site.root, VENUE), "utf8")).not.toMatch(/# placeholder$/m);
    }));

  test("goes from a placeholder to its field, which may be folded up", () =>
    inCms(entry("venues/downtown-hotel"), async (page) => {
      await page.getByRole("button", { name: "Layouts › 3 › Guests" }).click();
      const focused = page.locator("input:focus");
      expect(await focused.inputValue()).toBe("1,100");
      await expect.poll(() => focused.boundingBox()).toMatchObject({ y: expect.closeTo(500, -2) });
      // The value of the first is on its way to another place.
      const grip = page.locator('[id^="layouts"] [aria-roledescription="sortable"]');
      await grip.nth(1).focus();
      for (const key of ["Space", "ArrowUp", "Space"]) await page.keyboard.press(key);
      await page.getByRole("button", { name: "Layouts › 2 › Guests" }).click();
      await expect.poll(() => focused.inputValue()).toBe("1,500");
      await page.getByRole("button", { name: "Name" }).click();
      await expect.poll(() => focused.inputValue()).toBe("Hotel Corvane");
    }));

  test("comes to the field of a line of a file", () =>
    inCms(`?file=content/venues/downtown-hotel.yaml&line=${lineOf(VENUE, '"1,500"')}`, async (page) => {
      await expect.poll(() => page.locator("input:focus").inputValue()).toBe("1,500");
    }));

  test("reads a Markdown text without its marks, which stay on the lines that stay", () => {
    const path = "content/legal/terms-of-service.md";
    const marked = site
      .read(path)
      .replace(/^## (?:Introduction.*|User Accounts|Intellectual.*)$/gm, "$& # placeholder");
    site.write(path, marked);
    return inCms(entry("legal/terms-of-service"), async (page) => {
      const rows = (await control(page, "Placeholders")).getByRole("listitem");
      await rows.filter({ hasText: "Body: ## User Accounts" }).waitFor();
      const editor = page.locator('[contenteditable="true"]');
      expect(await editor.innerText()).not.toMatch(/placeholder/i);
      const line = editor.getByText("## Intellectual Property", { exact: true });
      // At its end: the editor follows keys of the cursor late.
      const { width, height } = (await line.boundingBox()) ?? { width: 0, height: 0 };
      await line.click({ position: { x: width - 1, y: height / 2 } });
      await page.keyboard.type(" of all");
      await rows.filter({ hasText: "Intellectual" }).waitFor({ state: "detached" });
      await rows.filter({ hasText: "User Accounts" }).getByRole("button", { name: "This is the real one" }).click();
      await rows.filter({ hasText: "User Accounts" }).getByRole("button", { name: "Body" }).click();
      await expect
        .poll(() => editor.getByText("## User Accounts", { exact: true }).boundingBox())
        .toMatchObject({ y: expect.closeTo(500, -2) });
      expect((await publish(page)).status()).toBe(200);
      expect(readFileSync(join(site.root, path), "utf8")).toBe(
        marked
          .replace("## User Accounts # placeholder", "## User Accounts")
          .replace("## Intellectual Property # placeholder", "## Intellectual Property of all"),
      );
    });
  });

  test("adds a venue with a photo, renames it, and retires it", () =>
    inCms("#/collections/venues/new", async (page) => {
      await fill(page, "Name", "Harbour Hall");
      await fill(page, "Area", "Harbourfront");
      await fill(page, "Kind", "Hall");
      await fill(page, "Description", "A hall with its own pier. Guests arrive by boat or on foot.");
      const image = await control(page, "Image");
      await expand(image);
      await choosePicture(page, image, photo);
      await fill(image, "In words", "A hall by the harbour");
      await page.getByRole("button", { name: /^Add figure/ }).click();
      await fill(page, "Value", "300");
      await fill(page, "Label", "guests");
      expect((await publish(page)).status()).toBe(200);
      expect(readFileSync(join(site.root, "content/venues/harbour-hall.yaml"), "utf8")).toBe(
        'name: Harbour Hall\narea: Harbourfront\nkind: Hall\ndescription: A hall with its own pier. Guests arrive by boat or on foot.\nimage:\n  src: harbour-hall.jpg\n  alt: A hall by the harbour\nfigures:\n  - value: "300"\n    label: guests\n',
      );
      await page.waitForURL(/entries\/harbour-hall$/);
      page.on("dialog", (dialog) => void dialog.accept());
      await page.getByRole("button", { name: "Delete entry" }).click();
      await page.getByRole("dialog").getByRole("textbox").fill("pier-hall");
      await page.getByRole("button", { name: "Rename it" }).click();
      await page.getByRole("link", { name: "Harbour Hall" }).click();
      await page.waitForURL(/entries\/pier-hall$/);
      await page.getByRole("button", { name: "Delete entry" }).click();
      await page.getByRole("button", { name: "Take it away" }).click();
      await expect.poll(() => existsSync(join(site.root, "content/venues/pier-hall.yaml"))).toBe(false);
    }));

  test("retires a service that pages link to: refused with the list of them, until something takes its place", () =>
    inCms(entry("services/gala-dinners"), async (page) => {
      page.on("dialog", (dialog) => void dialog.accept());
      await page.getByRole("button", { name: "Delete entry" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Take it away" }).click();
      await dialog
        .getByRole("alert")
        .getByText(/content\/pages\/home\.yaml:\d+: /)
        .waitFor();
      expect(diff()).toEqual([]);
      await dialog.getByRole("combobox").selectOption("services/vip-dinners");
      await dialog.getByRole("button", { name: "Take it away" }).click();
      await page.waitForURL(/#\/collections\/services$/);
      expect(diff("content/site.yaml")).toEqual(
        expect.arrayContaining(["+  - from: /services/gala-dinners", "+    to: /services/vip-dinners"]),
      );
      const visit = () => page.request.get(`${site.url}/services/gala-dinners/`).then((answer) => answer.text());
      await expect.poll(visit).toMatch(/http-equiv="refresh" content="0; url=[^"]*\/services\/vip-dinners\//);
      undo();
      await expect.poll(visit).not.toContain("refresh");
    }));

  test("sets a notice for the holidays", () =>
    inCms(entry("site/site"), async (page) => {
      const notice = await control(page, "Notice");
      await expand(notice);
      await fill(notice, "Text", "Closed until January 3rd.");
      await fill(notice, "Publish from", "2026-12-24");
      await fill(notice, "Publish until", "2027-01-02");
      expect((await publish(page)).status()).toBe(200);
      expect(diff()).toEqual([
        "+notice:",
        "+  text: Closed until January 3rd.",
        '+  publishFrom: "2026-12-24"',
        '+  publishUntil: "2027-01-02"',
        "+",
      ]);
    }));

  test("is told what a build would say, with the field, and of a change of somebody else", () =>
    inCms(entry("venues/downtown-hotel"), async (page) => {
      await fill(page, "Area", "{no.such.token}");
      expect((await publish(page)).status()).toBe(422);
      const says = (words: RegExp) => page.getByText(words).first().waitFor();
      await says(/Not saved\. Area: .*no\.such\.token/);
      expect(diff()).toEqual([]);
      const path = join(site.root, VENUE);
      writeFileSync(path, readFileSync(path, "utf8").replace("area: Downtown", "area: Docks"));
      await fill(page, "Area", "Harbour");
      expect((await publish(page)).status()).toBe(409);
      await says(/was changed in the meantime/);
    }));

  test("goes from a page to its form, and back", () =>
    site.visit("/services/gala-dinners/", async (page) => {
      await page.locator("eventsite-words").getByRole("link", { name: "Form of this page" }).click();
      await page.waitForURL(/\/admin\/.*#\/collections\/services\/entries\/gala-dinners$/);
      expect(await (await control(page, "Name")).inputValue()).toBe("Gala dinners");
      const live = page.getByRole("link", { name: /View live/i });
      const opened = page.context().waitForEvent("page");
      await live.click();
      await (await opened).waitForURL(`${site.url}/services/gala-dinners/`);
    }));
});
