// A file that a program is still writing is waited for a moment; one that rests is taken as it is.
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHalfWritten } from "../../../../cli/serve/half-written.ts";

let dir = "";
let file = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "eventsite-half-"));
  file = join(dir, "home.yaml");
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Written just now, whatever the machine is busy with: its time is that of a moment to come. */
function write(text: string): void {
  writeFileSync(file, text);
  const soon = Date.now() / 1000 + 60;
  utimesSync(file, soon, soon);
}
const isOld = () => utimesSync(file, 1, 1);
const lines = (count: number) => "a: b\n".repeat(count);

describe("is waited for", () => {
  test.each([
    ["an empty file", ""],
    ["one that ends within a line", "a: b\nc"],
  ])("%s", (_, text) => {
    write(text);
    expect(createHalfWritten().waitFor([file])).toBeGreaterThan(0);
  });

  test("one that has become much shorter at once, until it has rested", () => {
    const half = createHalfWritten();
    write(lines(100));
    expect(half.waitFor([file])).toBe(0);
    write(lines(89));
    expect(half.waitFor([file])).toBeGreaterThan(0);
    isOld();
    expect(half.waitFor([file])).toBe(0);
    // It is now known by this size.
    write(lines(88));
    expect(half.waitFor([file])).toBe(0);
  });
});

describe("is not", () => {
  test("one that has become a little shorter, or longer", () => {
    const half = createHalfWritten();
    for (const count of [100, 91, 200]) {
      write(lines(count));
      expect(half.waitFor([file])).toBe(0);
    }
  });

  test("a picture, and what is gone", () => {
    const picture = join(dir, "hall.jpg");
    writeFileSync(picture, "");
    expect(statSync(picture).size).toBe(0);
    expect(createHalfWritten().waitFor([picture, join(dir, "gone.yaml")])).toBe(0);
  });
});
