// The log of a process of its own, into what standard output can be: a pipe, a socket, a file; with a reader that stops, goes and comes
// back; and how the process ends.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { constants, openSync, readFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { fileFolder } from "../../support/process/own-folder.ts";
import { projectDir } from "../../support/site/with-site.ts";

const LINES = 3000;
/** More than is kept. */
const TOO_MANY = 20_000;
const folder = fileFolder();
const program = join(folder, "log.mjs");

beforeAll(async () => {
  await build({
    stdin: {
      // Its input are numbers of lines to write; it says how many were dropped so far, and ends with its input.
      contents: `
        import { createLog } from "./relay/observe/log.ts";
        const { observe, dropped } = createLog("info");
        let count = 0;
        process.stdin.on("data", (lines) => {
          for (const end = count + Number(lines); count < end; count++) observe({ type: "redated", count });
          setTimeout(() => process.stderr.write("dropped " + dropped()), 10);
        });
        process.stdin.on("end", () => {
          if (process.argv[2] === "throw") throw new Error("fatal");
          process.exit();
        });`,
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

function start(stdout: number | "pipe", end: "exit" | "throw" = "exit") {
  const child = spawn(process.execPath, [program, end], { stdio: ["pipe", stdout, "pipe"] });
  const closed = once(child, "close");
  return {
    stdout: child.stdout,
    /** Gives how many lines were dropped so far. */
    async write(lines: number) {
      child.stdin?.write(String(lines));
      const [said] = await once(child.stderr as Readable, "data");
      return Number(/dropped (\d+)/.exec(String(said))?.[1]);
    },
    /** Gives its exit code, when all it wrote is read. */
    async end() {
      child.stdin?.end();
      const [code] = await closed;
      return code as number;
    },
  };
}

const openReader = (path: string) =>
  new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false });

/** The ends of a pipe that this process reads, or does not. */
function openPipe(name: string) {
  const path = join(folder, name);
  spawnSync("mkfifo", [path]);
  const reader = openReader(path);
  return { path, reader, writer: openSync(path, "w") };
}

function read(stream: Readable) {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  return () => text;
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const countsOf = (text: string) => linesOf(text).map(({ count }) => count);
const numbers = (length: number) => Array.from({ length }, (_, index) => index);

describe.each(["exit", "throw"] as const)("at an end by %s", (end) => {
  const code = end === "exit" ? 0 : 1;

  test("a pipe gets every line", async () => {
    const { reader, writer } = openPipe(`read-${end}`);
    const text = read(reader);
    const program = start(writer, end);
    await program.write(LINES);
    expect(await program.end()).toBe(code);
    reader.destroy();
    expect(countsOf(text())).toEqual(numbers(LINES));
  });

  test("a socket gets every line", async () => {
    const program = start("pipe", end);
    const text = read(program.stdout as Readable);
    await program.write(LINES);
    await program.end();
    expect(countsOf(text())).toEqual(numbers(LINES));
  });

  test("a file gets every line", async () => {
    const path = join(folder, `file-${end}`);
    const program = start(openSync(path, "a"), end);
    await program.write(LINES);
    await program.end();
    expect(countsOf(readFileSync(path, "utf8"))).toEqual(numbers(LINES));
  });

  test("a pipe that nobody reads keeps the process neither from its work nor from its end", async () => {
    const { reader, writer } = openPipe(`unread-${end}`);
    const program = start(writer, end);
    expect(await program.write(TOO_MANY)).toBeGreaterThan(0);
    expect(await program.end()).toBe(code);
    const text = read(reader);
    await new Promise(setImmediate);
    reader.destroy();
    expect(countsOf(text().slice(0, text().lastIndexOf("\n") + 1)).at(0)).toBe(0);
  });

  test("a disk without space keeps it from neither as well", async () => {
    const program = start(openSync("/dev/full", "a"), end);
    await program.write(LINES);
    expect(await program.end()).toBe(code);
  });

  test("what is kept is written, with the number of what was dropped", async () => {
    const { reader, writer } = openPipe(`late-${end}`);
    const program = start(writer, end);
    const dropped = await program.write(TOO_MANY);
    const ended = program.end();
    const text = read(reader);
    await ended;
    reader.destroy();
    expect(countsOf(text())).toEqual([...numbers(TOO_MANY - dropped), dropped]);
  });
});

describe("a reader", () => {
  test("that stopped gets whole lines in order when it is back, and the number of those that were dropped in their place", async () => {
    const { reader, writer } = openPipe("stopped");
    const program = start(writer);
    const dropped = await program.write(TOO_MANY);
    expect(dropped).toBeGreaterThan(TOO_MANY / 4);
    const text = read(reader);
    // A little space is none yet.
    await once(reader, "data");
    reader.pause();
    expect(await program.write(1)).toBe(dropped + 1);
    reader.resume();
    await expect.poll(text).toContain("lines-dropped");
    expect(await program.write(1)).toBe(dropped + 1);
    await program.end();
    reader.destroy();
    expect(countsOf(text())).toEqual([...numbers(TOO_MANY - dropped), dropped + 1, TOO_MANY + 1]);
  });

  test("that went away is no error, and lines go out when there is one again", async () => {
    const { path, reader, writer } = openPipe("gone");
    const program = start(writer);
    await program.write(0);
    reader.destroy();
    await once(reader, "close");
    await program.write(LINES);
    const next = openReader(path);
    const text = read(next);
    await expect.poll(() => text().split("\n").length).toBe(LINES + 1);
    expect(await program.end()).toBe(0);
    next.destroy();
    expect(countsOf(text())).toEqual(numbers(LINES));
  });
});
