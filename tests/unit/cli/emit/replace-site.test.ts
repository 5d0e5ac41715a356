// A few files that are made by hand → the output folder, and from there into the next build: what stays, what goes and what is known of it.

import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { resolveConfig } from "../../../../cli/config/resolve-config.ts";
import type { HeldOutput } from "../../../../cli/emit/hold-output.ts";
import { buildStamp } from "../../../../cli/emit/inputs.ts";
import { changedInputs, lastAddresses, readLastBuild } from "../../../../cli/emit/last-build.ts";
import { manifestStore } from "../../../../cli/emit/manifest.ts";
import { type OutputFile, toFile } from "../../../../cli/emit/output-file.ts";
import { putFile } from "../../../../cli/emit/page-sink.ts";
import { replaceSite, withOutput } from "../../../../cli/emit/with-output.ts";
import { runYielding } from "../../../../cli/work/yield-turn.ts";
import { treeOf } from "../../../support/process/command.ts";
import { ownFolder, writeFiles } from "../../../support/process/own-folder.ts";

const root = ownFolder();
const config = resolveConfig({ root });

const file = (path: string, text: string): OutputFile => toFile(path, Buffer.from(text));
const page = (path: string, text: string): OutputFile =>
  file(path, `<meta name="generator" content="eventsite">${text}`);
const routesOf = (files: readonly OutputFile[]) =>
  files
    .filter(({ path }) => path.endsWith(".html"))
    .map(({ path, bytes }) => ({ path: `/${path.replace("index.html", "")}`, file: path, bytes }));

const inputs = [{ path: "a", size: 1, mtimeMs: 2, ctimeMs: 3 }];
const first = [page("index.html", "home 1"), page("about/index.html", "about 1"), file("assets/a.css", "a {}")];

/** What a build would make of these files. */
const siteOf = (files: readonly OutputFile[]) => ({
  files,
  routes: routesOf(files),
  redirects: [{ from: "/old/", to: "/" }],
  basePath: "",
  gone: ["/gone/"],
  inputs,
  warnings: [],
  unfinished: { placeholders: 1, drafts: ["content/a.yaml"], starters: ["content/b.yaml"] },
  lastChangeAt: null,
  nextChangeAt: "2026-12-24T00:00-05:00",
});

type Make = Parameters<typeof replaceSite>[3];
const replace = async (make: Make, held: HeldOutput) => replaceSite(config, held, await readLastBuild(config), make);
const publishMade = (make: Make) => withOutput(config, (held) => replace(make, held));
const publish = (files: readonly OutputFile[]) => publishMade(async () => siteOf(files));

const out = (path: string) => join(config.outDir, path);
const text = (path: string) => readFileSync(out(path), "utf8").replace(/^<meta [^>]*>/, "");
const texts = () =>
  Object.fromEntries(
    Object.entries(treeOf(config.outDir)).flatMap(([path, kind]) => (kind === "folder" ? [] : [[path, text(path)]])),
  );
const expectTexts = (home: string) =>
  expect(texts()).toEqual({ "index.html": home, "about/index.html": "about 1", "assets/a.css": "a {}" });
const store = () => manifestStore(config.stateDir, config.outDir);
const last = () => {
  const manifest = store().read();
  expect(changedInputs(config, manifest, inputs)).toEqual([]);
  return manifest ?? expect.fail();
};
const leftovers = () => readdirSync(root).filter((name) => name.includes(".eventsite-"));

describe("a site that is published", () => {
  test("is in the folder, is known to the next build, and leaves nothing beside it", async () => {
    const { result, warnings } = await publish(first);
    expectTexts("home 1");
    expect(result.result.files).toEqual(first);
    expect([...warnings, ...result.warnings]).toEqual([]);
    expect(leftovers()).toEqual([]);
    expect(last()).toMatchObject({
      stamp: buildStamp(config),
      routes: routesOf(first),
      redirects: [{ from: "/old/", to: "/" }],
      basePath: "",
      gone: ["/gone/"],
      unfinished: { placeholders: 1, drafts: ["content/a.yaml"], starters: ["content/b.yaml"] },
      lastChangeAt: null,
      nextChangeAt: "2026-12-24T00:00-05:00",
    });
    expect(lastAddresses({ manifest: last() })).toEqual(["/", "/about/", "/old/"]);
  });

  test("keeps files that have not changed as they are, and no file that is gone", async () => {
    await publish(first);
    utimesSync(out("assets/a.css"), 1_000, 1_000);
    await publish([page("index.html", "home 2"), file("assets/a.css", "a {}")]);
    // Its time was changed by others: it is written again.
    expect(statSync(out("assets/a.css")).mtimeMs).not.toBe(1_000_000);
    const { ino } = statSync(out("assets/a.css"));
    await publish([page("index.html", "home 3"), file("assets/a.css", "a {}"), page("new/index.html", "new")]);
    expect(statSync(out("assets/a.css")).ino).toBe(ino);
    expect(texts()).toEqual({ "index.html": "home 3", "assets/a.css": "a {}", "new/index.html": "new" });
    expect(existsSync(out("about"))).toBe(false);
  });

  test("takes pages that are written while they are rendered, and copies of files that lie elsewhere", async () => {
    const copy = join(root, "room.webp");
    writeFileSync(copy, "room");
    const rendered = page("index.html", "home");
    const { content: _, ...written } = rendered;
    const picture: OutputFile = { path: "assets/images/room.webp", bytes: 4, hash: "h", from: copy };
    await publishMade(async (sink) => {
      putFile(sink, "index.html", rendered.content ?? "", rendered.hash);
      return siteOf([written, picture]);
    });
    expect(texts()).toEqual({ "index.html": "home", "assets/images/room.webp": "room" });
    writeFileSync(out("assets/images/room.webp"), "mine");
    expect(readFileSync(copy, "utf8")).toBe("room");
  });

  test("leaves the old one where it cannot be made, and lets the next build go on", async () => {
    await publish(first);
    const fault = new Error("a template throws");
    await expect(publishMade(() => Promise.reject(fault))).rejects.toBe(fault);
    expect(text("index.html")).toBe("home 1");
    expect(leftovers()).toEqual([]);
    await publish([page("index.html", "home 2")]);
    expect(text("index.html")).toBe("home 2");
  });

  test("is made while others wait: the folder is locked, and at each step the caller decides what comes next", async () => {
    let pauses = 0;
    const pause = async () => void pauses++;
    await publish(first);
    const write = async (held: HeldOutput) => {
      await expect(publish(first)).rejects.toMatchObject({ code: "EMIT_LOCKED" });
      const files = first.map(({ path }) => page(path, "2"));
      return replace(async () => siteOf(files), held);
    };
    await runYielding(pause, () => withOutput(config, write));
    // For each file: whether it is as it was, its writing, its record, its look in the old folder, its end there; and three folders.
    expect(pauses).toBeGreaterThanOrEqual(first.length * 5);
  });
});

test("a site whose folder another build has taken over is not published, nor recorded", async () => {
  await publish(first);
  const lock = join(dirname(config.outDir), `.${basename(config.outDir)}.eventsite-lock`);
  const takeOver = async () => {
    renameSync(lock, `${lock}-old`);
    mkdirSync(lock);
    writeFileSync(join(lock, "holder"), "id-of-another 4242 web-2");
    return siteOf([page("index.html", "home 2")]);
  };
  await expect(publishMade(takeOver)).rejects.toMatchObject({ code: "EMIT_LOCKED", hint: "build again" });
  expect(text("index.html")).toBe("home 1");
  expect(readFileSync(join(lock, "holder"), "utf8")).toContain("web-2");
  rmSync(lock, { recursive: true });
  await publish([page("index.html", "home 3")]);
  expect(text("index.html")).toBe("home 3");
  expect(leftovers()).toEqual([]);
});

describe("a record that cannot be settled", () => {
  test("is a warning: the site is published, and the next build makes it again", async () => {
    await publish(first);
    const { announced } = store();
    const current = announced.replace(".next", "");
    rmSync(current);
    mkdirSync(join(current, "in the way"), { recursive: true });
    const { result } = await publish([page("index.html", "home 2")]);
    expect(text("index.html")).toBe("home 2");
    expect(result.warnings).toMatchObject([
      { code: "EMIT_LEFTOVER", severity: "warning", message: expect.stringContaining(announced) },
    ]);
    expect(store().read()).toBeUndefined();
  });
});

describe("published files", () => {
  test("are ours while one of them is as it was, or the start page is ours", async () => {
    await publish(first);
    const all = {
      hashes: new Map(first.map(({ path, hash }) => [path, hash])),
      owned: new Set(first.map((f) => f.path)),
    };
    expect(await readLastBuild(config)).toMatchObject(all);
    writeFileSync(out("assets/a.css"), "b {}b");
    writeFileSync(out("about/index.html"), "mine");
    expect(await readLastBuild(config)).toMatchObject({
      ...all,
      hashes: new Map([["index.html", first[0]?.hash]]),
    });
    utimesSync(out("index.html"), 1, 1);
    expect(await readLastBuild(config)).toMatchObject({ ...all, hashes: new Map() });
    writeFileSync(out("index.html"), "the site of another program");
    expect(await readLastBuild(config)).toMatchObject({ hashes: new Map(), owned: new Set() });
  });

  test("of a build that was interrupted are ours too", async () => {
    await publish(first);
    const more = [...first, page("new/index.html", "new")].map(({ path, bytes, hash }) => ({
      path,
      size: bytes,
      mtimeMs: 1,
      hash,
    }));
    store().announce({ ...siteOf(first), stamp: "s", outputs: more });
    const found = await readLastBuild(config);
    expect([...found.owned]).toEqual([...first.map(({ path }) => path), "new/index.html"]);
    expect(lastAddresses(found)).toEqual([]);
    expect(found.hashes).toEqual(new Map());
  });
});

describe("a file that is put into a new site", () => {
  /** Puts it as the only one, and gives what is there then. */
  const put = (hash: string, content: Parameters<typeof putFile>[2] = Buffer.from("new")) => {
    const previous = new Map([["a/b.css", "h"]]);
    const sink = { stagingDir: join(root, "next"), previousDir: join(root, "old"), previous };
    putFile(sink, "a/b.css", content, hash);
    const there = readFileSync(join(root, "next/a/b.css"), "utf8");
    rmSync(join(root, "next"), { recursive: true });
    return there;
  };

  test("is linked where the old site has it, and written where it no longer does", () => {
    writeFiles(root, { "old/a/b.css": "old" });
    expect([put("h"), put("other")]).toEqual(["old", "new"]);
    rmSync(join(root, "old"), { recursive: true });
    expect(put("h")).toBe("new");
  });

  test("never goes through a link into the published site", () => {
    for (const content of [Buffer.from("new"), join(root, "copy.css")]) {
      writeFiles(root, { next: null, "next/a/c.css": "", "copy.css": "new", "published.css": "published" });
      linkSync(join(root, "published.css"), join(root, "next/a/b.css"));
      expect(() => put("other", content)).toThrow(/EEXIST/);
      expect(readFileSync(join(root, "published.css"), "utf8")).toBe("published");
    }
  });
});

describe("a site of which one file differs", () => {
  const inodes = () => first.map(({ path }) => statSync(out(path)).ino);
  beforeEach(() => publish(first));
  const [, about, css] = first as [OutputFile, OutputFile, OutputFile];
  test("gets this file by a rename, and everything else is left where it is", async () => {
    const folder = statSync(config.outDir).ino;
    const [home, ...others] = inodes();
    const { result, warnings } = await publish([page("index.html", "another home"), about, css]);
    expectTexts("another home");
    expect(statSync(config.outDir).ino).toBe(folder);
    expect(inodes().slice(1)).toEqual(others);
    expect(inodes()[0]).not.toBe(home);
    expect([...warnings, ...result.warnings, ...leftovers()]).toEqual([]);
    // The next build finds its record true.
    expect((await readLastBuild(config)).hashes.size).toBe(3);
  });

  test("or none, is left as it is", async () => {
    const before = inodes();
    const folder = statSync(config.outDir).ino;
    await publish(first);
    expect([statSync(config.outDir).ino, ...inodes()]).toEqual([folder, ...before]);
    expect(last().routes).toEqual(routesOf(first));
  });

  test("is replaced as a whole where several differ, one is new or gone, or one was touched", async () => {
    const edits: readonly OutputFile[][] = [
      [page("index.html", "home 2"), page("about/index.html", "about 2"), css],
      [...first, page("new/index.html", "new")],
      [page("index.html", "home 1"), css],
    ];
    for (const files of edits) {
      await publish(first);
      const folder = statSync(config.outDir).ino;
      await publish(files);
      expect(statSync(config.outDir).ino).not.toBe(folder);
      expect(Object.keys(texts()).sort()).toEqual(files.map(({ path }) => path).sort());
    }
    await publish(first);
    rmSync(out("about"), { recursive: true });
    await publish([page("index.html", "home 2"), about, css]);
    expectTexts("home 2");
  });
});
