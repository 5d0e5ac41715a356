import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { expect, test } from "vitest";
import { writeWhole } from "../../../../cli/files/write-whole.ts";
import { testFolder } from "../../../support/process/own-folder.ts";

const at = testFolder();

test("a file is replaced, and its folder is made", () => {
  writeWhole(at("new/report.md"), "old words");
  writeWhole(at("new/report.md"), "new");
  expect(readdirSync(at("new"))).toEqual(["report.md"]);
  expect(readFileSync(at("new/report.md"), "utf8")).toBe("new");
});

test("a link stays a link, and what it leads to is written", () => {
  writeFileSync(at("target.md"), "old words");
  symlinkSync("target.md", at("link.md"));
  writeWhole(at("link.md"), "new");
  expect(lstatSync(at("link.md")).isSymbolicLink()).toBe(true);
  expect(readFileSync(at("target.md"), "utf8")).toBe("new");
});

test.runIf(process.platform === "linux")("a pipe stays one, and its reader gets the words", () => {
  execFileSync("mkfifo", [at("pipe")]);
  const reader = openSync(at("pipe"), constants.O_RDWR | constants.O_NONBLOCK);
  writeWhole(at("pipe"), "words");
  const bytes = Buffer.alloc(5);
  readSync(reader, bytes);
  closeSync(reader);
  expect([bytes.toString(), lstatSync(at("pipe")).isFIFO()]).toEqual(["words", true]);
});

test.runIf(process.platform === "linux")("an error names the file, not the part that was to take its place", () => {
  const path = "/proc/report.md";
  expect(() => writeWhole(path, "words")).toThrow(expect.objectContaining({ code: "ENOENT", path }));
});
