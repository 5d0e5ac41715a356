// A file that a program is still writing is waited for a moment; one that rests is taken as it is.
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHalfWritten } from "../../../../cli/serve/half-written.ts";
import { ownFolder } from "../../../support/process/own-folder.ts";

const dir = ownFolder();
const lines = (count: number) => "a: b\n".repeat(count);

test.each([
  ["an empty file", "empty.yaml", [""], true],
  ["one that ends within a line", "cut.yaml", ["a: b\nc"], true],
  ["one that is much shorter at once", "short.yaml", [lines(100), lines(89)], true],
  ["one that is a little shorter, then longer", "long.yaml", [lines(100), lines(91), lines(200)], false],
  ["a picture", "hall.jpg", [""], false],
])("%s", (_, name, texts, isWaitedFor) => {
  const waitFor = createHalfWritten();
  const file = join(dir, name);
  // Its time is that of a moment to come: this machine may be busy.
  const inAMinute = Date.now() / 1000 + 60;
  const waits = texts.map((text) => {
    writeFileSync(file, text);
    utimesSync(file, inAMinute, inAMinute);
    return waitFor([file, join(dir, "gone.yaml")]) > 0;
  });
  expect(waits).toEqual([...texts.slice(1).map(() => false), isWaitedFor]);
  const aMinuteAgo = Date.now() / 1000 - 60;
  utimesSync(file, aMinuteAgo, aMinuteAgo);
  expect(waitFor([file])).toBe(0);
});
