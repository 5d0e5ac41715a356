// The log of a process of its own, into what standard output can be: a pipe, a socket, a file; and how the process ends.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { constants, openSync, readFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { fileFolder } from "../../support/own-folder.ts";
import { projectDir } from "../../support/with-site.ts";

const LINES = 3000;
const folder = fileFolder();
const program = join(folder, "log.mjs");

beforeAll(async () => {
  await build({
    stdin: {
      contents: `
        import { createLog } from "./relay/operators/log.ts";
        const { observe, dropped } = createLog("info");
        for (let count = 0; count < Number(process.argv[2]); count++) observe({ type: "redated", count });
        setTimeout(() => {
          process.stderr.write("dropped " + dropped());
          if (process.argv[3] === "throw") throw new Error("fatal");
          process.exit();
        }, 10);`,
      resolveDir: projectDir,
      loader: "ts",
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
    banner: { js: 'import { createRequire as __r } from "node:module"; const require = __r(import.meta.url);' },
  });
});

function start(stdout: number | "pipe", lines: number, end: "exit" | "throw") {
  const child = spawn(process.execPath, [program, String(lines), end], { stdio: ["ignore", stdout, "pipe"] });
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const ended = once(child, "close").then(([code]) => ({ code: code as number, stderr }));
  return { child, ended };
}

/** The ends of a pipe that this process reads, or does not. */
function openPipe(name: string) {
  const path = join(folder, name);
  spawnSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reader: new Socket({ fd: reader, readable: true, writable: false }), writer: openSync(path, "w") };
}

const countsOf = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line).count);
const all = Array.from({ length: LINES }, (_, index) => index);

describe.each(["exit", "throw"] as const)("at an end by %s", (end) => {
  test("a pipe gets every line", async () => {
    const { reader, writer } = openPipe(`read-${end}`);
    let text = "";
    reader.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    const { code } = await start(writer, LINES, end).ended;
    reader.destroy();
    expect([code, countsOf(text)]).toEqual([end === "exit" ? 0 : 1, all]);
  });

  test("a socket gets every line", async () => {
    const { child, ended } = start("pipe", LINES, end);
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    await ended;
    expect(countsOf(text)).toEqual(all);
  });

  test("a file gets every line", async () => {
    const path = join(folder, `file-${end}`);
    await start(openSync(path, "a"), LINES, end).ended;
    expect(countsOf(readFileSync(path, "utf8"))).toEqual(all);
  });

  test("a pipe that nobody reads keeps the process neither from its work nor from its end", async () => {
    const { reader, writer } = openPipe(`unread-${end}`);
    const { code, stderr } = await start(writer, 20_000, end).ended;
    expect(code).toBe(end === "exit" ? 0 : 1);
    expect(Number(/dropped (\d+)/.exec(stderr)?.[1])).toBeGreaterThan(0);
    let text = "";
    reader.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    await new Promise(setImmediate);
    reader.destroy();
    expect(countsOf(text.slice(0, text.lastIndexOf("\n") + 1)).at(0)).toBe(0);
  });
});
