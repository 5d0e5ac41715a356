// The files of content/files: which are published, and what is wrong with one.
import { mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkStaticFile, linkedAs, listStaticFiles } from "../../../../../cli/content/sources/static-files.ts";
import { ownFolder, writeFiles } from "../../../../support/process/own-folder.ts";

const root = ownFolder();
const dir = join(root, "content/files");

function listed(...paths: readonly string[]) {
  mkdirSync(dir, { recursive: true });
  writeFiles(dir, Object.fromEntries(paths.map((path) => [path, "x"])));
  return listStaticFiles(root, dir);
}
const checked = (...paths: readonly string[]) => listed(...paths).files.flatMap(checkStaticFile);

test("all are published at their paths, in folders that begin with a dot too", () => {
  const paths = [
    ".nojekyll",
    ".well-known/acme/abc",
    ".well-known/security.txt",
    "CNAME",
    "a-b_c~1.tar.gz",
    "b/app@2x.png",
  ];
  const { files, diagnostics } = listed(...paths);
  expect(files.map(({ path }) => path)).toEqual(paths);
  expect(files[2]).toEqual({
    path: ".well-known/security.txt",
    source: join(dir, ".well-known/security.txt"),
    file: "content/files/.well-known/security.txt",
  });
  expect(diagnostics).toEqual([]);
  expect(files.flatMap(checkStaticFile)).toEqual([]);
});

test("what systems and editors leave is not", () => {
  const left = [".DS_Store", "._guide.pdf", "Thumbs.db", "desktop.ini", ".git/config", ".gitignore", ".gitkeep"];
  const { files, diagnostics } = listed(
    ...left,
    "~$menu.docx",
    "a.pdf~",
    ".a.txt.swp",
    "a.tmp",
    "b/.DS_Store",
    "b/a.txt",
  );
  expect(files.map(({ path }) => path)).toEqual(["b/a.txt"]);
  expect(diagnostics).toEqual([]);
});

test.each([
  ["Menü 2026 (1).pdf", "menu-2026-1.pdf"],
  ["a+b.zip", "a-b.zip"],
  ["100%.pdf", "100.pdf"],
  ["a#b.html", "a-b.html"],
  ["end.", "end"],
  ["会議.pdf", "file.pdf"],
])("the name %j cannot be an address, and gets a proposal", (name, proposal) => {
  const { files, diagnostics } = listed(`a/${name}`);
  expect(files).toEqual([]);
  expect(diagnostics).toEqual([
    {
      code: "SOURCE_BAD_NAME",
      severity: "error",
      message: `The name "${name}" is not the same in every address and on every host.`,
      file: `content/files/a/${name}`,
      hint: `use letters a-z, digits, dots, hyphens and underscores, such as ${proposal}`,
    },
  ]);
});

test("one may have 25 MiB and no more", () => {
  listed("a.zip");
  truncateSync(join(dir, "a.zip"), 25 * 1_048_576);
  expect(checked()).toEqual([]);
  truncateSync(join(dir, "a.zip"), 25 * 1_048_576 + 110_000);
  expect(checked()).toMatchObject([
    {
      code: "SOURCE_TOO_LARGE",
      file: "content/files/a.zip",
      message: "The file has 25.1 MiB; a file may have 25 MiB.",
    },
  ]);
});

test("a link may lead to another file of the content, and nowhere else", () => {
  listed("a.txt");
  symlinkSync("a.txt", join(dir, "b.txt"));
  expect(checked()).toEqual([]);
  symlinkSync("/etc", join(dir, "etc"));
  const { files, diagnostics } = listed();
  expect(files.map(({ path }) => path)).toEqual(["a.txt", "b.txt"]);
  expect(diagnostics).toMatchObject([{ code: "SOURCE_OUTSIDE", file: "content/files/etc" }]);
});

test("a link that leads nowhere cannot be read", () => {
  listed("a.txt");
  symlinkSync("gone.txt", join(dir, "b.txt"));
  expect(checked()).toMatchObject([{ code: "SOURCE_UNREADABLE", file: "content/files/b.txt" }]);
});

test.each([
  ["downloads/guide.pdf", ["/downloads/guide.pdf"]],
  ["press/index.html", ["/press/index.html", "/press"]],
  ["archive.7z", ["/archive.7z"]],
  [".well-known/matrix", []],
])("%s is linked to as %j", (path, addresses) => {
  expect(linkedAs({ path })).toEqual(addresses);
});
