// Compiled scripts and the code that V8 keeps of them, from process to process.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { listFiles } from "../support/files.ts";
import { projectDir } from "../support/with-site.ts";

/** A folder with a script, and a process that prints what loading it gives. */
async function withScript(
  source: string,
  use: (dir: string, load: (...flags: string[]) => string, loadBy: (node: string) => string) => void,
) {
  const dir = mkdtempSync(join(tmpdir(), "eventsite-script-"));
  try {
    await build({
      stdin: {
        contents: `import { loadScript } from "./cli/launch/load-script.mjs";
          try { console.log(String(loadScript(process.argv[2]))); } catch (error) { console.log(error.stack); }`,
        resolveDir: projectDir,
      },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: join(dir, "load.mjs"),
    });
    writeFileSync(join(dir, "script.cjs"), source);
    const args = [join(dir, "load.mjs"), join(dir, "script.cjs")];
    const loadBy = (node: string, ...flags: string[]) =>
      execFileSync(node, [...flags, ...args], { encoding: "utf8" }).trim();
    use(dir, (...flags) => loadBy(process.execPath, ...flags), loadBy);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const codeFiles = (dir: string) => listFiles(dir).filter((name) => name.endsWith(".code"));

test("the first process keeps the code, and the next ones use it, each with the options of its own", () =>
  withScript("const add = (a, b) => a + b;\nmodule.exports = add(20, 22);", (dir, load) => {
    expect(load()).toBe("42");
    const [code = "", ...others] = codeFiles(dir);
    expect([code, others]).toEqual([expect.stringMatching(/^script\.cjs\.\w+\.code$/), []]);
    const { ino } = statSync(join(dir, code));
    expect(load()).toBe("42");
    expect(statSync(join(dir, code)).ino).toBe(ino);
    expect(load("--no-opt")).toBe("42");
    expect(codeFiles(dir)).toHaveLength(2);
    expect(statSync(join(dir, code)).ino).toBe(ino);
  }));

test("the kept code has what ran once, although V8 cleared its memory since", () => {
  const clear = "setImmediate(() => { for (let times = 0; times < 3; times++) gc(); });";
  return withScript(`module.exports = "ran once";\n${clear}`, (dir, load) => {
    expect(load("--expose-gc", "--stress-flush-code")).toBe("ran once");
    const [code = ""] = codeFiles(dir);
    expect(readFileSync(join(dir, code)).includes("ran once")).toBe(true);
  });
});

test("another build of Node has its own code: it may refer to other things by the same numbers", () =>
  withScript("module.exports = 42;", (dir, load, loadBy) => {
    const other = join(dir, "node");
    copyFileSync(process.execPath, other);
    expect([load(), loadBy(other)]).toEqual(["42", "42"]);
    expect(codeFiles(dir)).toHaveLength(2);
  }));

test("code of another source of the same length is not run, nor is damaged code", () =>
  withScript("module.exports = (() => 'one')();", (dir, load) => {
    expect(load()).toBe("one");
    writeFileSync(join(dir, "script.cjs"), "module.exports = (() => 'two')();");
    expect(load()).toBe("two");
    const [name = ""] = codeFiles(dir);
    const code = readFileSync(join(dir, name));
    for (const damaged of [
      code.subarray(0, 10),
      code.subarray(0, -40),
      code.map((byte, at) => (at < 200 ? byte : byte ^ 1)),
    ]) {
      writeFileSync(join(dir, name), damaged);
      expect(load()).toBe("two");
      expect(readFileSync(join(dir, name)).equals(damaged)).toBe(false);
    }
    expect(readdirSync(dir).sort()).toEqual(["load.mjs", "script.cjs", name]);
  }));

test("an error has the line and column of the script, also from kept code", () =>
  withScript("const fail = () => {\n  throw new Error('no');\n};\nfail();", (dir, load) => {
    const first = load();
    expect(first).toContain(`${join(dir, "script.cjs")}:2:9`);
    expect(first).toContain(`${join(dir, "script.cjs")}:4:1`);
    expect(load()).toBe(first);
  }));
