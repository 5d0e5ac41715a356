import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileInNewFolder, compileOnce } from "../../../../cli/launch/compile-once.mjs";
import { ownFolder } from "../../../support/process/own-folder.ts";

const parent = ownFolder();
const writes = (text: string) => async (aside: string) => writeFileSync(join(aside, "main.mjs"), text);
const compile = (name: string | number, text = "text") => compileOnce(join(parent, `${name}`), writes(text));

test("what differs from another process's work takes its place", async () => {
  const dir = await compile("one", "damaged");
  await compileInNewFolder(parent, (aside) => writes("whole")(aside).then(() => dir));
  expect(readFileSync(join(dir, "main.mjs"), "utf8")).toBe("whole");
});

test("twelve others are kept, those that were used last", async () => {
  for (let time = 0; time < 14; time++) utimesSync(await compile(time), time, time);
  await compile(1);
  await compile("last");
  expect(["0", "1", "2", "3", "13"].filter((name) => existsSync(join(parent, name)))).toEqual(["1", "3", "13"]);
});

test("what is in use stays, however many there are with a time that is still to come", async () => {
  for (let number = 0; number < 13; number++) utimesSync(await compile(`ahead-${number}`), 4e9, 4e9);
  const used = await compile("used");
  await compile("last");
  expect(existsSync(used)).toBe(true);
});
