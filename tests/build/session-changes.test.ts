// A session reads a file again whenever it may hold something else.
import { readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openSession } from "../../cli/pipeline/watch-session.ts";
import { withSession } from "../support/site/with-session.ts";
import { exampleDir, withSite } from "../support/site/with-site.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Changes a file, but neither its size nor its time of writing. */
function replaceUnseen(file: string, from: string, to: string): void {
  const { size, atimeMs } = statSync(file);
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  utimesSync(file, atimeMs / 1000, 1_000_000_000);
  expect(statSync(file)).toMatchObject({ size, mtimeMs: 1_000_000_000_000 });
}

test.each([
  ["alone", false],
  ["beside a file that all pages show", true],
])("a file with other words, as many bytes and the time of writing that it had, is read again: %s", (_, isBeside) =>
  withSession({}, async ({ session, root, write }) => {
    const file = join(root, "content/pages/contact.yaml");
    const title = async () => {
      const { files } = await session.build();
      const page = files.find(({ path }) => path === "contact/index.html");
      return /<title>([^<]*)/.exec(Buffer.from(page?.content ?? "").toString())?.[1];
    };
    const { atimeMs, mtimeMs, ctimeMs } = statSync(file);
    utimesSync(file, atimeMs / 1000, 1_000_000_000);
    // All files have rested for long: their stat is believed.
    vi.useFakeTimers({ toFake: ["Date"], now: ctimeMs + 60_000 });
    expect(await title()).toMatch(/^Contact us/);
    expect(session.scan().changed).toEqual([]);
    replaceUnseen(file, "title: Contact us", "title: Consult us");
    expect(mtimeMs).not.toBe(1_000_000_000_000);
    expect(session.scan().changed).toEqual([file]);
    const site = readFileSync(join(root, "content/site.yaml"), "utf8");
    if (isBeside) write({ "content/site.yaml": site.replace("name: Evenhall", "name: Evenhalls") });
    expect(await title()).toMatch(isBeside ? /^Consult us.*Evenhalls/ : /^Consult us/);
  }),
);

test("pages of a build may be shown while nothing is saved, whatever has changed before it: files, folders, links that lead nowhere", () =>
  withSession({}, async ({ session, root, write }) => {
    symlinkSync(join(root, "nowhere"), join(root, "content/images/nowhere.webp"));
    // Written within one clock tick of the file system, it would keep its time.
    utimesSync(join(root, "content/pages/contact.yaml"), 1, 1);
    const scan = session.scan();
    expect(scan.changed).toEqual(
      expect.arrayContaining(
        ["pages", "pages/contact.yaml", "images/nowhere.webp"].map((name) => join(root, "content", name)),
      ),
    );
    expect(session.hasChanged(scan)).toBe(false);
    write({ "content/pages/contact.yaml": "title: Contact us" });
    expect(session.hasChanged(scan)).toBe(true);
  }));

test("what a session knew when it ended is not believed by one with other templates", () =>
  withSite(
    {},
    async ({ root }) => {
      const build = async () => {
        const session = openSession({ root });
        await session.build().finally(session.close);
      };
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
      await build();
      const model = join(root, "templates/model/walks.ts");
      writeFileSync(model, readFileSync(model, "utf8").replace("facts: text()", "facts: text().max(1)"));
      await expect(build()).rejects.toMatchObject({ name: "BuildFailedError" });
    },
    exampleDir,
  ));

test("a template with other words, as many bytes and the time of writing that it had, is compiled again", () =>
  withSession(
    {},
    async ({ session, root }) => {
      const file = join(root, "templates/layout/page.tsx");
      const { atimeMs, ctimeMs } = statSync(file);
      utimesSync(file, atimeMs / 1000, 1_000_000_000);
      vi.useFakeTimers({ toFake: ["Date"], now: ctimeMs + 60_000 });
      const start = async () => {
        const { files } = await session.build();
        return String(files.find(({ path }) => path === "index.html")?.content);
      };
      // Which files templates are made of is known after the first time.
      for (let round = 0; round < 2; round++) expect(await start()).toContain(`aria-label="Main"`);
      replaceUnseen(file, '"Main"', '"Menu"');
      expect(session.scan().changed).toEqual([file]);
      expect(await start()).toContain(`aria-label="Menu"`);
    },
    { base: exampleDir },
  ));

test("a saved template that reads another folder has the content listed again", () =>
  withSession(
    {},
    async ({ session, root }) => {
      await session.build();
      const model = join(root, "templates/model/walks.ts");
      writeFileSync(model, readFileSync(model, "utf8").replace('name: "walks"', 'name: "strolls"'));
      await expect(session.build({ scan: session.scan([model]) })).rejects.toMatchObject({
        diagnostics: expect.arrayContaining([expect.objectContaining({ code: "SOURCE_UNKNOWN_FOLDER" })]),
      });
    },
    { base: exampleDir },
  ));

test("another moment is news until it was built once, even if the templates cannot be loaded", () =>
  withSession(
    {},
    async ({ session, root }) => {
      await session.build();
      writeFileSync(join(root, "templates/index.ts"), "export const = ;");
      await expect(session.build()).rejects.toMatchObject({ diagnostics: [{ code: "BUNDLE_FAILED" }] });
      session.setMoment("2026-12-24");
      expect(session.needsBuild()).toBe(true);
      await expect(session.build()).rejects.toMatchObject({ diagnostics: [{ code: "BUNDLE_FAILED" }] });
      expect(session.needsBuild()).toBe(false);
    },
    { base: exampleDir },
  ));

test("a name that a list of site.yaml lacks is missed as soon as site.yaml can be read again", () =>
  withSession({}, async ({ session, root }) => {
    const [site, service] = ["content/site.yaml", "content/services/gala-dinners.yaml"].map((path) => join(root, path));
    if (!site || !service) throw new Error("no paths");
    const settings = readFileSync(site, "utf8");
    vi.useFakeTimers({ toFake: ["Date"], now: statSync(service).ctimeMs + 60_000 });
    await session.build();
    writeFileSync(site, `${settings}\n  : [\n`);
    // Entries with braces are read again for their tokens in any case.
    const text = readFileSync(service, "utf8");
    expect(text).not.toMatch(/[{}]/);
    writeFileSync(service, text.replace(/^group: .*/m, "group: plannin"));
    await expect(session.build()).rejects.toMatchObject({ diagnostics: [{ file: "content/site.yaml" }] });
    writeFileSync(site, settings);
    await expect(session.build()).rejects.toMatchObject({
      diagnostics: [{ code: "CONTENT_UNKNOWN_REFERENCE", file: "content/services/gala-dinners.yaml" }],
    });
  }));

test("pages that somebody waits for are handed over once, whether they changed or not, if nothing is wrong with them", () =>
  withSession({}, async ({ session, root, write }) => {
    const early: string[] = [];
    await session.build({ requestedPages: () => ["index.html"], deliverPage: ({ output }) => early.push(output) });
    expect(early).toEqual(["index.html"]);
    const contact = readFileSync(join(root, "content/pages/contact.yaml"), "utf8");
    write({ "content/pages/contact.yaml": contact.replace("title: Contact us", "title: Consult us") });
    const pages: (readonly [output: string, isNew: boolean])[] = [];
    await session.build({
      requestedPages: () => ["contact/index.html", "index.html", "none.html"],
      deliverPage: ({ output, content }) => pages.push([output, Buffer.from(content ?? "").includes("Consult us")]),
    });
    expect(pages).toEqual([
      ["index.html", false],
      ["contact/index.html", true],
    ]);
    const twice = contact.replace("    heading: Contact us", "    id: form\n    heading: Contact us");
    write({ "content/pages/contact.yaml": twice });
    const mistaken = session.build({
      requestedPages: () => ["contact/index.html"],
      deliverPage: ({ output }) => early.push(output),
    });
    await expect(mistaken).rejects.toMatchObject({ diagnostics: [{ code: "VERIFY_DUPLICATE_ID" }] });
    expect(early, "a page with a mistake is not shown").toEqual(["index.html"]);
  }));

test("a picture that is cut short is news when its pixels have been looked at", () =>
  withSession(
    {},
    async ({ session, root, write }) => {
      const picture = readFileSync(join(root, "content/images/room.png"));
      const service = readFileSync(join(root, "content/services/gala-dinners.yaml"), "utf8");
      write({
        "content/images/a-room.png": picture,
        "content/images/room.png": picture.subarray(0, picture.length / 2),
        "content/services/gala-dinners.yaml": service.replace("src: room.png", "src: a-room.png"),
      });
      await session.build({ headersOnly: true });
      const looks: boolean[] = [session.needsBuild()];
      while (await session.inspectNext()) looks.push(session.needsBuild());
      expect(looks).toEqual([false, false, true]);
      await expect(session.build()).rejects.toMatchObject({ diagnostics: [{ code: "CONTENT_IMAGE_UNREADABLE" }] });
    },
    { imageCacheDir: ".eventsite/images" },
  ));
