import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type BuildOptions, type Config, resolveConfig } from "../../../../cli/config/resolve-config.ts";
import type { InputRecord } from "../../../../cli/emit/inputs.ts";
import { buildStamp, correctInputs, recordInputs } from "../../../../cli/emit/inputs.ts";
import { changedInputs, readLastBuild } from "../../../../cli/emit/last-build.ts";
import { type Manifest, manifestStore } from "../../../../cli/emit/manifest.ts";
import { PART_ENDING } from "../../../../cli/files/tree-of.ts";
import { ownFolder } from "../../../support/process/own-folder.ts";
import { withSite } from "../../../support/site/with-site.ts";

const root = ownFolder();
const stamp = (options: BuildOptions) => buildStamp(resolveConfig({ root: "/nowhere/site", ...options }));

describe("buildStamp", () => {
  test("changes with every option that shows in the output, or in what is reported of it", () => {
    const options: BuildOptions[] = [
      {},
      { siteUrl: "https://a.example" },
      { relayUrl: "https://a.example" },
      { relayKey: "a" },
      { variants: { home: "a" } },
      { variants: { home: "b" } },
      { variants: { home: "a", contact: "a" } },
      { renderer: "preact" },
      { client: "react" },
      { release: true },
      { drafts: true },
      { contentDir: "words" },
      { templatesDir: "/elsewhere" },
    ];
    const served = buildStamp(resolveConfig({ root: "/nowhere/site" }, "serve"));
    expect(new Set([...options.map(stamp), served]).size).toBe(options.length + 1);
  });

  test("stays with options that do not, and with the order in which variants are named", () => {
    expect(stamp({ outDir: "out", cache: false, asOf: "2026-12-24" })).toBe(stamp({}));
    expect(stamp({ variants: { home: "a", contact: "b" } })).toBe(stamp({ variants: { contact: "b", home: "a" } }));
  });
});

describe("the last build", () => {
  const inputs = [
    { path: "a", size: 1, mtimeMs: 2, ctimeMs: 3 },
    // An empty file is a file too.
    { path: "b", size: 0, mtimeMs: 5, ctimeMs: 6 },
  ] as const;
  const [first, second] = inputs;
  const warnings = [{ code: "CONTENT_EMPTY_COLLECTION", severity: "warning", message: "w" }] as const;

  type Reuse = (records: readonly InputRecord[], more?: Partial<Config>) => Promise<Manifest | undefined>;

  /** A build that was settled, with one published file, and its record where a build would report that nothing changed. */
  const lastBuild = async (): Promise<Reuse> => {
    const config = resolveConfig({ root });
    mkdirSync(config.outDir, { recursive: true });
    writeFileSync(join(config.outDir, "index.html"), "page");
    utimesSync(join(config.outDir, "index.html"), 1, 1_000);
    const { size, mtimeMs } = statSync(join(config.outDir, "index.html"));
    const outputs = [{ path: "index.html", size, mtimeMs, hash: "h" }];
    const unfinished = { placeholders: 1, drafts: ["content/a.yaml"], starters: ["content/b.yaml"] };
    const routes = [{ path: "/", file: "index.html", bytes: 4 }];
    const moved = { basePath: "", redirects: [{ from: "/old/", to: "/" }], gone: ["/gone/"] };
    const store = manifestStore(config.stateDir, config.outDir);
    const dates = { lastChangeAt: null, nextChangeAt: null };
    const stamped = { stamp: buildStamp(config), inputs, outputs, warnings };
    store.announce({ ...stamped, routes, ...moved, unfinished, ...dates });
    expect((await readLastBuild(config)).manifest).toBeUndefined();
    store.settle();
    return async (records, more = {}) => {
      const { manifest, hashes } = await readLastBuild(config);
      const isSame = changedInputs({ ...config, ...more }, manifest, records)?.length === 0;
      return isSame && hashes.size === manifest?.outputs.length ? manifest : undefined;
    };
  };

  test("is taken over whole where nothing has changed, in whatever order the files are found", async () => {
    const reused = await lastBuild();
    expect(await reused(inputs)).toMatchObject({
      routes: [{ path: "/", file: "index.html", bytes: 4 }],
      outputs: [{ path: "index.html", size: 4, mtimeMs: expect.any(Number), hash: "h" }],
      redirects: [{ from: "/old/", to: "/" }],
      basePath: "",
      gone: ["/gone/"],
      warnings,
      unfinished: { placeholders: 1, drafts: ["content/a.yaml"], starters: ["content/b.yaml"] },
    });
    expect(await reused([second, first])).toBeDefined();
  });

  test.each<[string, readonly InputRecord[]]>([
    ["another size", [first, { ...second, size: 9 }]],
    ["another time of writing", [first, { ...second, mtimeMs: 9 }]],
    ["another time of change alone, as where a copy keeps the time of writing", [first, { ...second, ctimeMs: 9 }]],
    ["another name", [first, { ...second, path: "c" }]],
    ["a file less", [first]],
    ["a file more", [first, second, { ...second, path: "c" }]],
  ])("is not taken over with %s", async (_, records) => {
    expect(await (await lastBuild())(records)).toBeUndefined();
  });

  test("is not taken over with a file that was too young then and is now, or with another option", async () => {
    const reused = await lastBuild();
    expect(await reused(inputs, { siteUrl: "https://a.example" })).toBeUndefined();
    expect(await reused([{ ...first, size: -1 }, second])).toBeUndefined();
  });

  test("is not taken over where a published file is gone, another one, or no file", async () => {
    const spoilers: ((path: string) => void)[] = [
      (path) => rmSync(path),
      (path) => writeFileSync(path, "pages"),
      (path) => utimesSync(path, 1, 1),
      (path) => {
        writeFileSync(path, "other words");
        utimesSync(path, 1, 1_000);
      },
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ];
    for (const spoil of spoilers) {
      const reused = await lastBuild();
      spoil(join(root, "dist/index.html"));
      expect(await reused(inputs)).toBeUndefined();
    }
  });

  test("is not taken over from a record that is no record", async () => {
    const reused = await lastBuild();
    const dir = join(root, ".eventsite/manifests");
    const [name = ""] = readdirSync(dir);
    const good = JSON.parse(readFileSync(join(dir, name), "utf8"));
    for (const bad of [{ ...good, version: 1 }, { ...good, inputs: "x" }, { ...good, outputs: {} }, null]) {
      writeFileSync(join(dir, name), JSON.stringify(bad));
      expect(await reused(inputs)).toBeUndefined();
    }
    writeFileSync(join(dir, name), "{");
    expect(await reused(inputs)).toBeUndefined();
    writeFileSync(join(dir, name), JSON.stringify(good));
    expect(await reused(inputs)).toBeDefined();
  });
});

describe("the files that a build may read", () => {
  test("are those of content, of templates, those that templates are made of, and the packages; parts of files are none", () =>
    withSite({ "templates/index.ts": "", [`content/pages/.home.yaml.12345678${PART_ENDING}`]: "x" }, ({ root }) => {
      symlinkSync("gone", join(root, "content/pages/nowhere.yaml"));
      symlinkSync("pages", join(root, "content/linked"));
      const other = join(root, "shared.ts");
      writeFileSync(other, "");
      const config = resolveConfig({ root });
      const paths = recordInputs(config, [other, join(root, "none.ts")]).map(({ path }) =>
        path.replace(`${root}/`, ""),
      );
      expect(paths).toContain("content/site.yaml");
      expect(paths).toContain("content/pages/home.yaml");
      expect(paths).toContain("content/linked/home.yaml");
      expect(paths).toContain("templates/index.ts");
      expect(paths).toContain("shared.ts");
      expect(paths.filter((path) => path.endsWith(PART_ENDING) || path.includes("none"))).toEqual([]);
      // Reported in a build of the whole content: no files, and inputs all the same.
      expect(paths).toContain("content/pages/nowhere.yaml");
      expect(paths).toContain("content/pages");
      expect(paths.at(-1)).toBe(join(config.programDir, "package-lock.json"));
      const gone = resolveConfig({ root, contentDir: "elsewhere" });
      expect(recordInputs(gone, []).some(({ path }) => path.includes("elsewhere"))).toBe(false);
    }));

  test("are corrected when it is known what templates are made of", () => {
    const [come, left] = [join(root, "come.ts"), join(root, "left.ts")];
    writeFileSync(come, "1");
    const kept = { path: "kept", size: 1, mtimeMs: 2, ctimeMs: 3 };
    const gone = { ...kept, path: left };
    const { size, mtimeMs, ctimeMs } = statSync(come);
    const before = [kept, gone];
    expect(correctInputs(before, [left], [left], 0)).toBe(before);
    expect(correctInputs(before, [left], [come], ctimeMs + 1_000)).toEqual([
      kept,
      { path: come, size, mtimeMs, ctimeMs },
    ]);
    expect(correctInputs(before, [left], [], 0)).toEqual([kept]);
    expect(correctInputs(before, [], [come], ctimeMs + 99).at(-1)?.size).toBe(-1);
    expect(correctInputs(before, [], [come], ctimeMs + 100).at(-1)?.size).toBe(size);
  });
});

describe("a file that is younger than a tick of the disk's clock", () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const at = (time: number) => vi.useFakeTimers({ toFake: ["Date"], now: time });

  test("is not believed to be unchanged: it may be written again with the same times", () =>
    withSite({}, ({ root }) => {
      const config = resolveConfig({ root });
      const file = join(root, "content/site.yaml");
      const { ctimeMs, size } = statSync(file);
      const recorded = (ageMs: number) => {
        at(ctimeMs + ageMs);
        return recordInputs(config, []).find(({ path }) => path === file);
      };
      expect(recorded(0)?.size).toBe(-1);
      expect(recorded(50)?.size).toBe(-1);
      expect(recorded(-60_000)?.size).toBe(-1);
      expect(recorded(1_000)?.size).toBe(size);
    }));
});
