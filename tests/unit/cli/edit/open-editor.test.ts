// What an open page may have shown in an editor.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { placeInEditor } from "../../../../cli/edit/open-editor.ts";
import { ownFolder, writeFiles } from "../../../support/process/own-folder.ts";

const root = ownFolder();
const dirs = [join(root, "content"), join(root, "gone")];
beforeEach(() => {
  writeFiles(root, { "content/home.yaml": "", "content-two/home.yaml": "", "beside.yaml": "" });
  mkdirSync(join(root, "content/pages"));
  symlinkSync("../../beside.yaml", join(root, "content/pages/out.yaml"));
});

const shown = (path: string) => placeInEditor({ path }, dirs)?.path;

test("a file is named without detours, whatever way leads to it", () => {
  const plain = join(root, "content/home.yaml");
  for (const way of ["content/home.yaml", "content//home.yaml", "content/./home.yaml", "content/pages/../home.yaml"])
    expect(shown(`${root}/${way}`)).toBe(plain);
});

test.each([
  "content/pages/../../beside.yaml",
  "content/pages/out.yaml",
  "content-two/home.yaml",
  "content/pages",
  "content",
  "content/none.yaml",
  "beside.yaml",
])("%s is shown to nobody", (path) => expect(shown(`${root}/${path}`)).toBeUndefined());

test("a path that is not whole, or no text, names nothing", () => {
  for (const body of [{ path: "content/home.yaml" }, { path: 1 }, {}, null, undefined, "x"])
    expect(placeInEditor(body, dirs)).toBeUndefined();
});

test("lines and columns are counted from one", () => {
  const path = join(root, "content/home.yaml");
  expect(placeInEditor({ path, line: 5, column: 7 }, dirs)).toEqual({ path, line: 5, column: 7 });
  for (const line of [0, -1, 1.5, "5", null, undefined])
    expect(placeInEditor({ path, line, column: line }, dirs)).toEqual({ path, line: 1, column: 1 });
});
