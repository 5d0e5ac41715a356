// The real command as a child process, and what it left on the disk.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, utimesSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { imageCacheDir } from "../site/image-cache-dir.ts";
import { projectDir } from "../site/with-site.ts";
import { shiftedClock } from "./shifted-clock.ts";

export const launcher = join(projectDir, "cli/eventsite.cjs");

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is run, before the arguments. Default: node and the launcher. */
  readonly command?: readonly [string, ...string[]];
}

export interface Finished {
  /** null where a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** What standard error holds so far. */
  errors(): string;
  /** Resolves with the match once standard output holds it; rejects when the process ends without it. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  /** To the process and all it started. */
  kill(signal: NodeJS.Signals): void;
}

/** The address that `serve` prints, once the whole site is built: pages come earlier, but an address without one is answered then. */
export async function servedAt(server: Running): Promise<string> {
  const [, url = ""] = await server.said(/pages at (http:\/\/\S+) /);
  await fetch(`${url}/no-such-page/`);
  return url;
}

/**
 * The environment of a person's terminal: nothing of npm, vitest or the variables of the program under test, but for the pictures. What is
 * compiled is cached in this repository, not for the person.
 */
export function plainEnvironment(): Record<string, string> {
  const foreign = /^(npm_|EVENTSITE_|VITEST|NODE_|INIT_CWD$|TEST$|FORCE_COLOR$)/i;
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => !foreign.test(entry[0]) && entry[1] !== undefined,
  );
  const caches = { EVENTSITE_IMAGE_CACHE: imageCacheDir, XDG_CACHE_HOME: join(projectDir, ".eventsite/cache") };
  return { ...Object.fromEntries(entries), ...shiftedClock(), ...caches };
}

const running = new Set<Running>();
// A test that was given up stops nothing itself, and the worker it ran in ends by a signal.
process.once("SIGTERM", () => process.exit());
process.once("exit", () => {
  for (const each of running) each.kill("SIGKILL");
});

export function start(
  args: readonly string[],
  { cwd, env, command = [process.execPath, launcher] }: RunOptions,
): Running {
  const [file, ...before] = command;
  const child = spawn(file, [...before, ...args], {
    cwd,
    env: { ...plainEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, stdout: plain(stdout), stderr: plain(stderr) }));
  });
  const started: Running = {
    child,
    finished,
    errors: () => plain(stderr),
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(stdout);
          if (match) resolve(match);
        };
        child.stdout.on("data", look);
        look();
        finished.then(
          (end) => reject(new Error(`ended with ${end.code} before saying ${pattern}: ${end.stderr}`)),
          reject,
        );
      }),
    kill(signal) {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    },
  };
  running.add(started);
  child.once("close", () => running.delete(started));
  return started;
}

const plain = (text: string) => stripVTControlCharacters(text);

export const run = (args: readonly string[], options: RunOptions): Promise<Finished> => start(args, options).finished;

/**
 * Interrupts a command in the middle of its work, of which nothing can be seen from outside: some time after its start, and again with more
 * time where the machine was so busy that Node itself had not started yet.
 */
export async function interrupt(args: readonly string[], cwd: string): Promise<Finished> {
  for (let delayMs = 350; ; delayMs *= 2) {
    const running = start(args, { cwd });
    await Promise.race([sleep(delayMs), running.finished]);
    running.kill("SIGINT");
    const end = await running.finished;
    if (end.signal !== "SIGINT" || delayMs > 5_000) return end;
  }
}

/** Runs a build that must succeed. */
export async function mustBuild(cwd: string, ...args: readonly string[]): Promise<Finished> {
  const end = await run(["build", ...args], { cwd });
  if (end.code !== 0) throw new Error(`the build ended with ${end.code}: ${end.stderr}`);
  return end;
}

/** Everything below a folder, by path: folders as "folder", links by their target, files by a hash of their bytes. */
export function treeOf(dir: string): Record<string, string> {
  return listing(dir, (path) => createHash("sha1").update(readFileSync(path)).digest("hex"));
}

/** As treeOf, with what changes when a file is only touched, replaced or moved. */
export function stampsOf(dir: string): Record<string, string> {
  return listing(dir, (path) => {
    const { ino, size, mtimeMs } = lstatSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  });
}

function listing(dir: string, describe: (path: string) => string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: string, prefix: string) => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) found[prefix + entry.name] = `link to ${readlinkSync(path)}`;
      else if (entry.isDirectory()) {
        found[prefix + entry.name] = "folder";
        walk(path, `${prefix}${entry.name}/`);
      } else found[prefix + entry.name] = describe(path);
    }
  };
  walk(dir, "");
  return found;
}

/** What a build may leave beside the output folder when it is killed, and nothing else may. */
export const leftovers = (parent: string): string[] =>
  readdirSync(parent).filter((name) => /^\..*\.eventsite-(next|old|gone|probe)-/.test(name));

/** Locks of output folders in a folder. */
export const locks = (parent: string): string[] =>
  readdirSync(parent).filter((name) => /^\..*\.eventsite-lock/.test(name));

/** Lets the ten seconds pass after which the lock of a killed build no longer counts. */
export function ageLocks(parent: string): void {
  for (const name of locks(parent))
    for (const path of [join(parent, name, "holder"), join(parent, name)]) if (existsSync(path)) utimesSync(path, 1, 1);
}

/** A build reads files again that are younger than a tick of the file system's clock: waits until all that was written is older. */
export const contentSettled = (): Promise<void> => sleep(150);

/** Resolves with the name as soon as an entry of the folder matches. */
export function appears(folder: string, pattern: RegExp, running: Running): Promise<string> {
  return new Promise((resolve, reject) => {
    const watcher = watch(folder, (_, name) => {
      if (name === null || !pattern.test(name)) return;
      watcher.close();
      resolve(name);
    });
    running.finished.then(({ code, stderr }) => {
      watcher.close();
      reject(new Error(`ended with ${code} before ${pattern} appeared: ${stderr}`));
    }, reject);
  });
}
