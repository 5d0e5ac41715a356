import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findChromium, prepareChromium } from "../../support/find-chromium.ts";

let folder: string;
const program = (name: string, mode = 0o755) => {
  const path = join(folder, name);
  writeFileSync(path, "", { mode });
  return path;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "eventsite-chromium-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the browser of the tests", () => {
  test("is Chromium rather than Chrome, wherever on the PATH they are", () => {
    program("google-chrome");
    const chromium = program("chromium");
    expect(findChromium({ PATH: `/nowhere${delimiter}${folder}` })).toBe(chromium);
  });

  test("is the headless shell where there is one, which needs half the time", () => {
    program("chromium");
    const shell = program("chromium-headless-shell");
    expect(findChromium({ PATH: `${folder}${delimiter}/nowhere` })).toBe(shell);
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

describe("the set-up of the tests", () => {
  /** A machine with these programs, and what is run on it: `packages` can be installed, once the lists are there. */
  function machine({ packages = [], isRoot = true, hasLists = true, chromePath = "" }: Partial<Setting> = {}) {
    const commands: string[] = [];
    let lists = hasLists;
    const prepare = () =>
      prepareChromium({
        environment: { PATH: folder, CHROME_PATH: chromePath },
        canInstall: () => isRoot,
        record: join(folder, "record/tried.txt"),
        run: (...command) => {
          const name = command.at(-1) ?? "";
          commands.push(name);
          if (name === "update") lists = true;
          else if (lists && packages.includes(name)) program(name);
          else return false;
          return true;
        },
      });
    return { commands, prepare };
  }

  interface Setting {
    readonly packages: readonly string[];
    readonly isRoot: boolean;
    readonly hasLists: boolean;
    readonly chromePath: string;
  }

  const BOTH = ["chromium-headless-shell", "chromium"];
  const shell = () => join(folder, "chromium-headless-shell");

  test("installs the headless shell on a machine without a browser, and beside Chromium", () => {
    const { commands, prepare } = machine({ packages: BOTH });
    expect(prepare()).toBe(true);
    expect(commands).toEqual(["chromium-headless-shell"]);
    rmSync(shell());
    program("chromium");
    expect(prepare()).toBe(true);
    expect(existsSync(shell())).toBe(true);
    expect(prepare()).toBe(true);
    expect(commands).toEqual(["chromium-headless-shell", "chromium-headless-shell"]);
  });

  test("fetches the lists of packages where they are missing", () => {
    const { commands, prepare } = machine({ packages: BOTH, hasLists: false });
    expect(prepare()).toBe(true);
    expect(commands).toEqual(["chromium-headless-shell", "update", "chromium-headless-shell"]);
  });

  test("installs Chromium where the shell cannot be had", () => {
    const { commands, prepare } = machine({ packages: ["chromium"] });
    expect(prepare()).toBe(true);
    expect(commands).toEqual(["chromium-headless-shell", "update", "chromium-headless-shell", "chromium"]);
  });

  test("asks once for a shell that cannot be had", () => {
    program("chromium");
    const { commands, prepare } = machine();
    expect(prepare()).toBe(true);
    commands.length = 0;
    expect(prepare()).toBe(true);
    expect(commands).toEqual([]);
  });

  test("installs nothing for other users, nor where CHROME_PATH names a browser", () => {
    const named = program("my-browser");
    expect(machine({ packages: BOTH, chromePath: named }).prepare()).toBe(true);
    const { commands, prepare } = machine({ packages: BOTH, isRoot: false });
    expect(prepare()).toBe(false);
    expect(commands).toEqual([]);
  });
});
