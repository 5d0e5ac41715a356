import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { type BuildOptions, resolveConfig, shownPath } from "../../../../cli/config/resolve-config.ts";
import { imageCacheDir } from "../../../support/site/image-cache-dir.ts";
import { projectDir } from "../../../support/site/with-site.ts";

const root = "/nowhere/site";

const expectRefused = (code: string, options: BuildOptions) =>
  expect(() => resolveConfig({ root, ...options })).toThrow(expect.objectContaining({ code }));

describe("resolveConfig", () => {
  test("keeps what it remembers in the root, and of content from elsewhere beside that content", () => {
    const stateOf = (contentDir?: string) => resolveConfig({ root, contentDir }).stateDir;
    expect(stateOf()).toBe("/nowhere/site/.eventsite");
    expect(stateOf("words/en")).toBe("/nowhere/site/.eventsite");
    expect(stateOf("../other/content")).toBe("/nowhere/other/.eventsite");
    expect(stateOf("/nowhere/site-two/content")).toBe("/nowhere/site-two/.eventsite");
  });

  test("gives absolute paths and every default, frozen", () => {
    const config = resolveConfig({ root });
    expect(config).toEqual({
      root,
      programDir: resolve(projectDir),
      contentDir: "/nowhere/site/content",
      templatesDir: join(projectDir, "templates"),
      outDir: "/nowhere/site/dist",
      stateDir: "/nowhere/site/.eventsite",
      cacheDir: join(projectDir, ".eventsite"),
      imageCacheDir,
      siteUrl: undefined,
      relayUrl: undefined,
      relayKey: undefined,
      variants: {},
      renderer: "react",
      client: "preact",
      release: false,
      cache: true,
      asOf: undefined,
      now: Date.now,
      drafts: false,
      preview: false,
      purpose: "publish",
    });
    expect(resolveConfig({ root }, "serve")).toEqual({
      ...config,
      outDir: "/nowhere/site/.eventsite/serve",
      drafts: true,
      purpose: "serve",
    });
    // A moment that is asked for is shown as visitors will find it.
    expect(resolveConfig({ root, asOf: "2026-12-24" }, "serve")).toMatchObject({ asOf: "2026-12-24", drafts: false });
    expect(Object.isFrozen(config)).toBe(true);
  });

  test("reads paths from the root, and takes the root from the current folder", () => {
    expect(
      resolveConfig({ root, contentDir: "words", outDir: "../out", templatesDir: "/else/templates" }),
    ).toMatchObject({
      contentDir: "/nowhere/site/words",
      outDir: "/nowhere/out",
      templatesDir: "/else/templates",
    });
    expect(resolveConfig({}).root).toBe(process.cwd());
  });

  test.each([
    ["https://example.com", "https://example.com"],
    ["https://example.com/", "https://example.com"],
    ["http://localhost:8787//", "http://localhost:8787"],
    ["https://WWW.Fêtes.example:443", "https://www.xn--ftes-gpa.example"],
  ])("takes the address %s as %s", (given, settled) => {
    expect(resolveConfig({ root, siteUrl: given, relayUrl: given })).toMatchObject({
      siteUrl: settled,
      relayUrl: settled,
    });
  });

  test("takes a relay and a site below a path", () => {
    const address = "https://example.com/sub/";
    expect(resolveConfig({ root, relayUrl: address, siteUrl: address })).toMatchObject({
      relayUrl: "https://example.com/sub",
      siteUrl: "https://example.com/sub",
    });
  });

  test.each(["example.com", "//example.com", "ftp://example.com", "javascript:alert(1)", "https://", "", " "])(
    "refuses %j as an address",
    (url) => {
      expectRefused("USAGE", { siteUrl: url });
      expectRefused("USAGE", { relayUrl: url });
    },
  );

  test.each(["https://me:secret@www.example.com", "https://:secret@www.example.com", "https://me:sec/secret@example"])(
    "refuses %s, and does not print the password",
    (url) => {
      for (const options of [{ siteUrl: url }, { relayUrl: url }]) {
        expectRefused("USAGE", options);
        expect(() => resolveConfig({ root, ...options })).toThrow(/^(?!.*secret)/);
      }
    },
  );

  test.each([
    ["the root", root],
    ["above the root", dirname(root)],
    ["the disk", "/"],
    ["the content", "content"],
    ["in the content", "content/pages/x"],
    ["the root by another way", "content/.."],
    ["nothing", ""],
    ["the home folder", homedir()],
    ["above the home folder", dirname(homedir())],
    ["the templates", join(projectDir, "templates")],
    ["in the templates", join(projectDir, "templates/dist")],
  ])("refuses %s as output folder", (_, outDir) => {
    expectRefused("EMIT_UNSAFE_FOLDER", { outDir });
  });

  test.each(["dist", "contents", "content-dist", "../site-dist", "/elsewhere/site", ".content"])(
    "takes %s as output folder",
    (outDir) => {
      expect(resolveConfig({ root, outDir }).outDir).toBe(resolve(root, outDir));
    },
  );
});

test.each([
  ["/nowhere/site/content/pages/home.yaml", "content/pages/home.yaml"],
  ["/nowhere/site", "."],
  ["/elsewhere/content/home.yaml", "/elsewhere/content/home.yaml"],
  ["/nowhere/site2/home.yaml", "/nowhere/site2/home.yaml"],
])("%s is shown as %s", (path, shown) => {
  expect(shownPath(root, path)).toBe(shown);
});
