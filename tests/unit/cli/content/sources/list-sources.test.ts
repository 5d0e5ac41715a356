// The files of a content folder: which are read, which are not, and what to do about those.
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseVariants } from "../../../../../cli/content/sources/choose-variants.ts";
import { listSources, type SourceRef } from "../../../../../cli/content/sources/list-sources.ts";
import { readSource } from "../../../../../cli/content/sources/read-source.ts";
import { contentHash } from "../../../../../cli/files/content-hash.ts";
import { compareText } from "../../../../../cli/text/compare-text.ts";
import { type Files, ownFolder, writeFiles } from "../../../../support/process/own-folder.ts";
import { readTable } from "../../../../support/process/read-table.ts";

const root = ownFolder();
const write = (files: Files) => writeFiles(root, files);
const collections = [
  { name: "pages", format: "yaml" },
  { name: "legal", format: "markdown" },
] as const;
const refOf = (file: string, collection: string, slug: string, more: Partial<SourceRef> = {}): SourceRef => ({
  ...{ path: join(root, file), file, collection, slug },
  ...{ variant: undefined, format: "yaml", ...more },
});
const listed = (files: Readonly<Record<string, string>>) => {
  write({ "content/site.yaml": "a: b\n", ...files });
  return listSources(root, join(root, "content"), collections);
};
const problems = (files: Readonly<Record<string, string>>) =>
  listed(files).diagnostics.map(({ code, file, message, hint }) => [code, file, message, hint]);

describe("the files of a content folder", () => {
  test("are its entries in their order, with their variants, and its pictures", () => {
    const files = ["pages/a.yaml", "pages/b.yaml", "pages/a@short.yaml", "legal/terms-of-use.md", "images/a/b.JPG"];
    const more = ["images/z.svg", "images/raw.HEIC", "images/notes.md", "README.md"];
    const { site, entries, images, otherImages, diagnostics } = listed(
      Object.fromEntries([...files, ...more].map((path) => [`content/${path}`, ""])),
    );
    expect(diagnostics).toEqual([]);
    expect(site).toEqual(refOf("content/site.yaml", "", "site"));
    expect(entries).toEqual([
      refOf("content/legal/terms-of-use.md", "legal", "terms-of-use", { format: "markdown" }),
      refOf("content/pages/a.yaml", "pages", "a"),
      refOf("content/pages/a@short.yaml", "pages", "a", { variant: "short" }),
      refOf("content/pages/b.yaml", "pages", "b"),
    ]);
    expect(images).toEqual(["a/b.JPG", "z.svg"]);
    expect(otherImages).toEqual(["raw.HEIC"]);
  });

  test("are found behind links to folders", () => {
    write({ "elsewhere/a.yaml": "" });
    mkdirSync(join(root, "content"));
    symlinkSync("../elsewhere", join(root, "content/pages"));
    expect(listed({}).entries.map(({ file }) => file)).toEqual(["content/pages/a.yaml"]);
  });

  /** Files, and what is reported of them: see tests/fixtures/content-files.jsonl. */
  type Case = readonly [what: string, paths: readonly string[], reports: readonly (readonly (string | null)[])[]];

  test.each(readTable<Case>("content-files"))("%s: %j", (_, paths, reports) => {
    const files = Object.fromEntries(paths.map((path) => [`content/${path}`, ""]));
    expect(problems(files).map((report) => report.map((part) => part ?? null))).toEqual(reports);
  });

  test("are what they are meant to be for those that refer to them", () => {
    const { misnamed } = listed({
      "content/pages/A b.yaml": "",
      "content/pages/c.yml": "",
      "content/pages/d.yaml.txt": "",
    });
    expect(misnamed.map(({ slug }) => slug)).toEqual(["a-b", "c", "d"]);
  });

  test("are nowhere without a folder and its site.yaml", () => {
    const dir = join(root, "content");
    const expectRefused = (report: object) =>
      expect(() => listSources(root, dir, collections)).toThrow(expect.objectContaining(report));
    expectRefused({
      code: "SOURCE_NO_CONTENT",
      message: `There is no content folder at ${dir}.`,
      hint: "run the command in the project's folder, or name the content folder with --content",
    });
    write({ "content/pages/a.yaml": "", "content/my-site.yaml": "" });
    const hint =
      "site.yaml holds what is true of the whole site; every site has one. Another content folder is named with --content";
    expectRefused({ code: "SOURCE_NO_CONTENT", message: `There is no site.yaml in ${dir}.`, hint });
    write({ "content/site-plan.pdf": "" });
    expectRefused({ hint });
    for (const name of ["Site.yml", "site.txt", "site.yaml.txt", "site"]) {
      write({ [`content/${name}`]: "" });
      expectRefused({ hint: `rename ${name} to site.yaml` });
      rmSync(join(dir, name));
    }
    mkdirSync(join(dir, "site.yaml"));
    expectRefused({ hint });
    writeFileSync(join(root, "file"), "");
    expect(() => listSources(root, join(root, "file"), collections)).toThrow(/no content folder/);
  });
});

describe("a file that is read", () => {
  const ref = refOf("a.yaml", "pages", "a");
  const read = (content: string | Uint8Array) => {
    write({ "a.yaml": content });
    return readSource(ref);
  };
  const failed = (code: string, message: string, hint: string) => ({
    ...{ code, severity: "error", file: "a.yaml" },
    ...{ message, hint },
  });

  test("is its text as it is, without a byte order mark", () => {
    const text = "a: é🎉\r\n\ufeff";
    expect(read(`\ufeff${text}`)).toEqual({ ...ref, text, textHash: contentHash(text) });
    expect(read("")).toMatchObject({ text: "" });
    expect(read("a\r\nb\r")).toMatchObject({ text: "a\r\nb\r" });
  });

  test("is its own after a longer one, and a longer one after it", () => {
    for (const text of ["long ".repeat(50_000), "short", "longest ".repeat(100_000), "a"])
      expect(read(text)).toMatchObject({ text, textHash: contentHash(text) });
  });

  test("has at most 1 MiB", () => {
    write({ "a.yaml": "" });
    truncateSync(join(root, "a.yaml"), 1_048_576);
    expect(readSource(ref)).toMatchObject({ code: "SOURCE_NOT_TEXT" });
    expect(read("x".repeat(1_048_576))).toHaveProperty("text");
    const hint = "split it, or check that it is the file you meant";
    expect(read("x".repeat(1_048_577))).toEqual(
      failed("SOURCE_TOO_LARGE", "The file has 1.1 MiB; a content file may have 1 MiB.", hint),
    );
    expect(read("x".repeat(2_097_152))).toMatchObject({
      message: "The file has 2.0 MiB; a content file may have 1 MiB.",
    });
  });

  test("is text in UTF-8, with lines that end as today", () => {
    const notText = (message: string, way: string) =>
      failed("SOURCE_NOT_TEXT", message, `save it with ${way} in your editor`);
    const encoding = notText("The file is not text in UTF-8.", 'the encoding "UTF-8"');
    expect(read(Buffer.from("Caf\xe9", "latin1"))).toEqual(encoding);
    expect(read("a\0b")).toEqual(encoding);
    expect(read("a\rb\r")).toEqual(notText("The lines of the file end as on old Macs (CR).", 'line ends "LF"'));
  });

  test("is there, and is a file", () => {
    expect(readSource(ref)).toEqual(
      failed("SOURCE_UNREADABLE", "The file cannot be read (ENOENT).", "check that it exists and that you may open it"),
    );
    mkdirSync(join(root, "a.yaml"));
    expect(readSource(ref)).toEqual(
      failed("SOURCE_UNREADABLE", "This is not a file with text in it.", "take it out of content/"),
    );
  });
});

describe("the variant of a page that is published", () => {
  const site = "variants:\n  home: short\n";
  const chosen = (choice: Record<string, string>, asked?: Record<string, string>, text = site) => {
    const files = ["pages/home", "pages/home@short", "pages/home@long", "pages/about", "legal/home"];
    const paths = files.map((path) => `content/${path}.${path.startsWith("legal") ? "md" : "yaml"}`);
    write({ ...Object.fromEntries(paths.map((path) => [path, ""])), "content/site.yaml": text });
    const sources = listSources(root, join(root, "content"), collections);
    const { isChosen, diagnostics } = chooseVariants(sources.entries, choice, sources.site, asked);
    return { published: sources.entries.filter(isChosen).map(({ file }) => file.slice(8)), diagnostics };
  };

  test("is the plain one, or the one that is chosen", () => {
    const withHome = (home: string) => ({ published: ["legal/home.md", "pages/about.yaml", home], diagnostics: [] });
    expect(chosen({})).toEqual(withHome("pages/home.yaml"));
    expect(chosen({ home: "" })).toEqual(withHome("pages/home.yaml"));
    expect(chosen({ home: "short" })).toEqual(withHome("pages/home@short.yaml"));
  });

  test("is the plain one where the chosen one does not exist, which is reported at its line", () => {
    const { published, diagnostics } = chosen({ home: "shirt" }, {}, "variants:\n  home: shirt\n");
    expect(published).toContain("pages/home.yaml");
    expect(diagnostics).toMatchObject([
      {
        code: "CONTENT_UNKNOWN_VARIANT",
        severity: "error",
        message: 'There is no variant "shirt" of "home".',
        hint: 'did you mean "short"?',
        file: "content/site.yaml",
        line: 2,
        column: 9,
      },
    ]);
    expect(chosen({ about: "x" }, {}, "variants:\n  about: x\n").diagnostics).toMatchObject([
      { message: '"about" has no variants.', line: 2, column: 3, hint: expect.stringContaining("home") },
    ]);
  });

  test("was asked for by an option: then it has no line", () => {
    expect(chosen({ home: "shirt" }, { home: "shirt" }).diagnostics).toEqual([
      {
        code: "CONTENT_UNKNOWN_VARIANT",
        severity: "error",
        message: '--variant home=shirt: There is no variant "shirt" of "home".',
        hint: 'did you mean "short"?',
      },
    ]);
  });
});

test("names are in the order of their characters, whatever the language", () => {
  expect(["b", "a", "B", "ä", "a"].sort(compareText)).toEqual(["B", "a", "a", "b", "ä"]);
  expect([compareText("a", "b"), compareText("b", "a"), compareText("a", "a")]).toEqual([-1, 1, 0]);
});
