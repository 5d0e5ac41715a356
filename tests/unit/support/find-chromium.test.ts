import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "../../support/find-chromium.ts";

let folder: string;
const program = (name: string, mode = 0o755) => {
  const path = join(folder, name);
  writeFileSync(path, "", { mode });
  return path;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "eventsite-chromium-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the browser of the tests", () => {
  test("is Chromium rather than Chrome, wherever on the PATH they are", () => {
    program("google-chrome");
    const chromium = program("chromium");
    expect(findChromium({ PATH: `/nowhere${delimiter}${folder}` })).toBe(chromium);
  });

  test("is the one that CHROME_PATH names", () => {
    const named = program("my-browser");
    expect(findChromium({ PATH: folder, CHROME_PATH: named })).toBe(named);
  });

  test("is not looked for elsewhere when CHROME_PATH leads to nothing", () => {
    expect(() => findChromium({ PATH: folder, CHROME_PATH: join(folder, "gone") })).toThrow(
      /CHROME_PATH leads to no program: .*gone/,
    );
  });
});
