// What is compiled is found whole, however many processes compile it.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compileAside, compileOnce, stampOf } from "../../../../cli/launch/compile-once.mjs";

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "eventsite-compiled-"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const writes = (text: string) => async (aside: string) => writeFileSync(join(aside, "main.mjs"), text);
const read = (name: string) => readFileSync(join(parent, name, "main.mjs"), "utf8");

test("it is compiled once, and a failure leaves nothing", async () => {
  const dir = join(parent, "one");
  const fails = async (aside: string) => {
    await writes("half")(aside);
    throw new Error("a mistake");
  };
  await expect(compileOnce(dir, fails)).rejects.toThrow("a mistake");
  expect(readdirSync(parent)).toEqual([]);
  expect(await compileOnce(dir, writes("whole"))).toBe(dir);
  await compileOnce(dir, writes("again"));
  expect(read("one")).toBe("whole");
});

test("the same from another process stays where it is, something else is replaced", async () => {
  const dir = join(parent, "one");
  await compileOnce(dir, writes("first"));
  const { ino } = statSync(dir);
  const again = (text: string) => compileAside(parent, (aside) => writes(text)(aside).then(() => dir));
  await again("first");
  expect(statSync(dir).ino).toBe(ino);
  await again("damaged no more");
  expect(read("one")).toBe("damaged no more");
  expect(readdirSync(parent)).toEqual(["one"]);
});

test("twelve others are kept, those that were used last", async () => {
  for (let index = 0; index < 14; index++) {
    const dir = await compileOnce(join(parent, `${index}`), writes("text"));
    utimesSync(dir, new Date(index * 1000), new Date(index * 1000));
  }
  // Used again.
  await compileOnce(join(parent, "1"), writes("text"));
  await compileOnce(join(parent, "last"), writes("text"));
  expect(["0", "1", "2", "3", "13"].filter((name) => existsSync(join(parent, name)))).toEqual(["1", "3", "13"]);
});

test("the stamp has names, contents and what else counts", () => {
  writeFileSync(join(parent, "a"), "text");
  writeFileSync(join(parent, "b"), "text");
  const stamps = [
    stampOf(parent, ["a"]),
    stampOf(parent, ["b"]),
    stampOf(parent, ["a", "b"]),
    stampOf(parent, ["a"], "x"),
  ];
  writeFileSync(join(parent, "a"), "other");
  expect(new Set([...stamps, stampOf(parent, ["a"])]).size).toBe(5);
});
