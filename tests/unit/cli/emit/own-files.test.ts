// Whose files are in the output folder: what a build may replace, what it keeps, and where it refuses to write at all.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { namesBeside, namesInside } from "../../../../cli/emit/output-names.ts";
import {
  assertOurs,
  findFiles,
  GENERATOR_TAG,
  isBesideSite,
  isOurSite,
  staleFiles,
} from "../../../../cli/emit/own-files.ts";
import { ownFolder, writeFiles as write } from "../../../support/process/own-folder.ts";

const root = ownFolder();
const [outDir, staging] = [join(root, "dist"), join(root, "next")];

const ours = `<!doctype html><html><head>${GENERATOR_TAG}</head></html>`;

const found = async (
  files: Readonly<Record<string, string>>,
  next: Readonly<Record<string, string>> = {},
  owned: string[] = [],
) => {
  write(outDir, files);
  write(staging, next);
  const { ours, ...others } = await findFiles(outDir, staging, new Set(owned));
  return { ...others, stale: staleFiles({ ours }, staging) };
};

describe("a folder may be built into", () => {
  const expectAllowed = (owned: string[] = []) => expect(() => assertOurs(outDir, new Set(owned))).not.toThrow();
  const expectRefused = (report: object, owned: string[] = []) =>
    expect(() => assertOurs(outDir, new Set(owned))).toThrow(
      expect.objectContaining({ code: "EMIT_FOREIGN_FOLDER", ...report }),
    );

  test("where it does not exist, is empty, or holds only what belongs beside a site", () => {
    expectAllowed();
    mkdirSync(outDir);
    expectAllowed();
    for (const path of [".git/HEAD", ".DS_Store", ".nojekyll", ".well-known/a.txt", "CNAME", "lost+found/x"])
      write(outDir, { [path]: "x" });
    write(outDir, { ".eventsite-next-1/index.html": "x", ".eventsite-lock": "x" });
    expectAllowed();
  });

  test("where something of ours is in it: by the records, or by its start page", () => {
    write(outDir, { "notes.txt": "mine" });
    expectAllowed(["index.html"]);
    expectRefused({
      message: `${outDir} holds files that no build of this project made.`,
      hint: "choose an empty folder with --out, or empty this one yourself",
    });
    write(outDir, { "index.html": ours });
    expectAllowed();
    write(outDir, { "index.html": "<p>of another program</p>", CNAME: "mine" });
    expectRefused({});
  });

  test("and not where it is a file", () => {
    writeFileSync(outDir, "");
    const message = `${outDir} is a file, not a folder.`;
    expectRefused({ message, hint: "choose another folder with --out" }, ["index.html"]);
  });

  test.each<[string, boolean]>([
    ["CNAME", true],
    [".well-known/security.txt", true],
    [".eventsite-probe-7", true],
    ["a/.git", false],
    ["eventsite-next-1", false],
    [".eventsite", false],
    ["my.eventsite-next-1", false],
  ])("%s is beside a site: %s", (path, expected) => expect(isBesideSite(path)).toBe(expected));
});

describe("a start page", () => {
  test("is ours by the tag in its head, and not where the tag comes late or there is no file", () => {
    expect(isOurSite(outDir)).toBe(false);
    write(outDir, { "index.html": `${" ".repeat(65_536 - GENERATOR_TAG.length)}${GENERATOR_TAG}` });
    expect(isOurSite(outDir)).toBe(true);
    write(outDir, { "index.html": `${" ".repeat(65_536)}${GENERATOR_TAG}` });
    expect(isOurSite(outDir)).toBe(false);
    rmSync(join(outDir, "index.html"));
    mkdirSync(join(outDir, "index.html"));
    expect(isOurSite(outDir)).toBe(false);
  });
});

describe("the files of a folder", () => {
  test("are ours by the records, or else of others; what is new is neither, and what a build has left there", async () => {
    const files = {
      "index.html": "old",
      "about/index.html": "old",
      "notes/mine.txt": "mine",
      ".eventsite-next-1/x": "x",
    };
    expect(await found(files, { "index.html": "new" }, ["index.html", "about/index.html"])).toEqual({
      foreign: ["notes/mine.txt"],
      emptyFolders: [],
      stale: ["about/index.html"],
    });
  });

  test("of others are kept with their links and empty folders", async () => {
    mkdirSync(join(outDir, "drafts/old"), { recursive: true });
    symlinkSync("nowhere", join(outDir, "link"));
    write(outDir, { "a/.eventsite-next-1": "x" });
    const { foreign, emptyFolders, stale } = await found({}, {}, ["gone.html"]);
    expect(foreign.toSorted()).toEqual(["a/.eventsite-next-1", "link"]);
    expect(emptyFolders).toEqual(["drafts/old"]);
    expect(stale).toEqual([]);
  });

  test("are none where there is no folder, or an empty one", async () => {
    const none = { foreign: [], emptyFolders: [], stale: [] };
    expect(await found({})).toEqual(none);
    mkdirSync(outDir);
    expect(await found({})).toEqual(none);
  });

  const named = {
    "index.html": ours,
    "assets/images/room-1a2b3c4d.webp": "",
    "assets/images/1a2b3c4d.jpg": "",
    "assets/images/a-2-room-1a2b3c4d.jpeg": "",
    "assets/cards/home-1a2b3c4d.png": "",
    "assets/fonts/imbue-1a2b3c4d.woff2": "",
    "assets/images/icon-1a2b3c4d.svg": "",
    "assets/images/icon-1a2b3c4d.ico": "",
    "assets/images/room-1a2b3c4d.avif": "",
    "assets/scripts/start_a-ABCD1234.js": "",
    "sitemap.xml": "",
    "robots.txt": "",
    "site.webmanifest": "",
    _headers: "",
    _redirects: "",
  };
  const unknown = {
    "mine.html": "<p>mine</p>",
    "notes/assets/images/room-1a2b3c4d.webp": "",
    "assets/images/room.webp": "",
    "assets/images/room-1a2b3c4g.webp": "",
    "assets/images/Room-1a2b3c4d.webp": "",
    "assets/images/room-1a2b3c4d.webp.txt": "",
    "assets/images/room-1a2b3c4d.gif": "",
    "assets/films/room-1a2b3c4d.webp": "",
    "assets/scripts/start-abcd1234.js": "",
    "assets/scripts/start-ABCD1234.js.map": "",
    "assets/scripts/a b-ABCD1234.js": "",
    "my/assets/scripts/start-ABCD1234.js": "",
    "my/robots.txt": "",
    "robots.txt.bak": "",
    "old-sitemap.xml": "",
  };

  test("are known by themselves where no records are left", async () => {
    const { foreign, stale } = await found({ ...named, ...unknown });
    expect(stale.toSorted()).toEqual(Object.keys(named).toSorted());
    expect(foreign.toSorted()).toEqual(Object.keys(unknown).toSorted());
  });

  test("are known by the records alone where there are any", async () => {
    const { foreign, stale } = await found(named, {}, ["robots.txt"]);
    expect(stale).toEqual(["robots.txt"]);
    expect(foreign).toHaveLength(Object.keys(named).length - 1);
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ["contact", { contact: "mine" }, { "contact/index.html": "new" }],
    ["contact", { contact: "mine" }, { "contact/a/index.html": "new" }],
    ["a.html/mine.txt", { "a.html/mine.txt": "mine" }, { "a.html": "new" }],
    ["a/b/c/mine.txt", { "a/b/c/mine.txt": "mine" }, { "a/b": "new" }],
  ])("of others in the way of the new site are refused: %s", async (path, files, next) => {
    await expect(found(files, next, ["index.html"])).rejects.toMatchObject({
      code: "EMIT_FOREIGN_FOLDER",
      message: `${join(outDir, path)} is not of this project, and the site has a page or folder at its place.`,
      hint: "move it elsewhere",
    });
  });
});

describe("what builds keep for a while", () => {
  test("is beside the folder or inside it, under names that give its part and that no other build has", () => {
    const [beside, inside] = [namesBeside(outDir), namesInside(outDir)];
    expect([beside.dir, beside.lock]).toEqual([root, join(root, ".dist.eventsite-lock")]);
    expect([inside.dir, inside.lock]).toEqual([outDir, join(outDir, ".eventsite-lock")]);
    expect(beside.free("next").replace(/[0-9a-f]{8}$/, "ID")).toBe(join(root, ".dist.eventsite-next-ID"));
    expect(inside.free("gone").replace(/[0-9a-f]{8}$/, "ID")).toBe(join(outDir, ".eventsite-gone-ID"));
    expect(beside.free("next")).not.toBe(beside.free("next"));
  });

  test("is known by its name, whatever process it is of", () => {
    const { roleOf } = namesBeside(outDir);
    expect(["next-1", "old-1-2", "gone-77", "probe-\n"].map((end) => roleOf(`.dist.eventsite-${end}`))).toEqual([
      "next",
      "old",
      "gone",
      "probe",
    ]);
    const others = [".dist.eventsite-lock", ".other.eventsite-next-1", ".dist.eventsite-a-next-1"];
    for (const name of ["dist", "next-1", ...others]) expect(roleOf(name)).toBeUndefined();
  });
});
