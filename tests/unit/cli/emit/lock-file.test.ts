// A lock counts as long as the very process that took it goes on.
import { spawn } from "node:child_process";
import {
  existsSync,
  lstatSync,
  lutimesSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LockHolder, takeLock, textOf, thisProcess } from "../../../../cli/emit/lock-file.ts";
import { processStart } from "../../../../cli/emit/process-start.ts";

let dir = "";
let file = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "eventsite-lock-"));
  file = join(dir, "lock");
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

const isTaken = () => {
  const taken = takeLock(file);
  if ("release" in taken) taken.release();
  return "release" in taken;
};
const left = (holder: Partial<LockHolder>, ageMs = 0) => {
  rmSync(file, { force: true });
  symlinkSync(textOf({ ...thisProcess(), ...holder }), file);
  const then = new Date(Date.now() - ageMs);
  lutimesSync(file, then, then);
};
const ended = () =>
  new Promise<number>((done) => {
    const child = spawn(process.execPath, ["-e", ""]);
    child.on("exit", () => done(child.pid ?? 0));
  });

test("it names the process, its start and its machine, and goes when it is released", () => {
  const taken = takeLock(file);
  const { pid, start, machine, host } = thisProcess();
  expect(pid).toBe(process.pid);
  expect(start).not.toBe("");
  expect(readlinkSync(file)).toBe(`${pid} ${start} ${machine} ${host}`);
  expect(takeLock(file)).toEqual({ holder: thisProcess() });
  if ("release" in taken) taken.release();
  expect(existsSync(file)).toBe(false);
});

test("of a process that is gone, or whose number another one has by now, it does not count", async () => {
  left({ pid: await ended() });
  expect(isTaken()).toBe(true);
  left({ start: "0" });
  expect(isTaken()).toBe(true);
  left({});
  expect(isTaken()).toBe(false);
});

test("of another machine it counts while that machine keeps touching it", async () => {
  const other = { machine: "another", pid: await ended() };
  left(other);
  expect(takeLock(file)).toMatchObject({ holder: { ...other, host: thisProcess().host } });
  left(other, 50_000);
  expect(isTaken()).toBe(false);
  left(other, 70_000);
  expect(isTaken()).toBe(true);
});

test.each(["link", "file"])("it is touched while it is held, as a %s", (kind) => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const taken = takeLock(file);
  if (kind === "file") {
    const text = readlinkSync(file);
    rmSync(file);
    writeFileSync(file, text);
    utimesSync(file, 1, 1);
  }
  for (const _ of Array.from({ length: 30 })) {
    vi.advanceTimersByTime(5_000);
    // What another machine would find.
    expect(Date.now() - lstatMs()).toBeLessThan(6_000);
  }
  if ("release" in taken) taken.release();
  expect(existsSync(file)).toBe(false);
});

test("it is not released by a process that has lost it", () => {
  const taken = takeLock(file);
  left({ machine: "another" });
  if ("release" in taken) taken.release();
  expect(readlinkSync(file)).toContain("another");
});

test.each(["", "not a lock", "4242", "-1 0 machine host", "0 0 machine host"])(
  "%j is waited for until it is clear that nobody will fill it",
  (text) => {
    writeFileSync(file, text);
    expect(takeLock(file)).toEqual({ holder: undefined });
    utimesSync(file, Date.now() / 1000 - 10, Date.now() / 1000 - 10);
    expect(isTaken()).toBe(true);
  },
);

test("a process that has ended has no start, and this one always the same", async () => {
  expect(processStart(await ended())).toBeUndefined();
  expect(processStart(process.pid)).toBe(processStart(process.pid));
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  try {
    expect(processStart(child.pid ?? 0)).not.toBe(processStart(process.pid));
  } finally {
    child.kill("SIGKILL");
  }
});

const lstatMs = () => lstatSync(file).mtimeMs;
