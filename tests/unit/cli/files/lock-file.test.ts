// A lock counts as long as the very process that took it goes on.
import { spawn } from "node:child_process";
import {
  existsSync,
  lstatSync,
  lutimesSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type LockHolder, takeLock, textOf, thisProcess } from "../../../../cli/files/lock-file.ts";
import { processStart } from "../../../../cli/files/process-start.ts";
import { ownFolder } from "../../../support/process/own-folder.ts";

const dir = ownFolder();
const file = join(dir, "lock");
afterEach(() => {
  vi.useRealTimers();
});

/** Lets go of what was taken, if it was; says whether. */
const release = (taken: ReturnType<typeof takeLock>) => {
  if ("release" in taken) taken.release();
  return "release" in taken;
};
const isTaken = () => release(takeLock(file));
const refusing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
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
  release(taken);
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
  release(taken);
  expect(existsSync(file)).toBe(false);
});

test.each(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EINVAL", "EIO"])(
  "where the system refuses links with %s, it is a file with the same words",
  (code) => {
    const refused = refusing(code);
    const taken = takeLock(file, refused);
    expect(lstatSync(file).isFile()).toBe(true);
    expect(readFileSync(file, "utf8")).toBe(textOf(thisProcess()));
    expect(takeLock(file, refused)).toEqual({ holder: thisProcess() });
    expect(takeLock(file)).toEqual({ holder: thisProcess() });
    release(taken);
    expect(existsSync(file)).toBe(false);
    left({ start: "0" });
    const again = takeLock(file, refused);
    expect(readdirSync(dir)).toEqual(["lock"]);
    expect(release(again)).toBe(true);
  },
);

test("what else the system says of it is the caller's affair", () => {
  expect(() => takeLock(file, refusing("ENOSPC"))).toThrow("ENOSPC");
  expect(readdirSync(dir)).toEqual([]);
  expect(() => takeLock(join(dir, "gone/lock"), refusing("EPERM"))).toThrow(/ENOENT/);
});

test("a stale one is taken over by one process only, while others wait", () => {
  left({ start: "0" });
  const guard = `${file}.guard`;
  symlinkSync("another process takes it over", guard);
  expect(takeLock(file)).toMatchObject({ holder: { start: "0" } });
  expect(readdirSync(dir).sort()).toEqual(["lock", "lock.guard"]);
  const then = new Date(Date.now() - 10_000);
  lutimesSync(guard, then, then);
  // Left by a crash: it goes, and the next attempt succeeds.
  expect(takeLock(file)).toMatchObject({ holder: { start: "0" } });
  expect(readdirSync(dir)).toEqual(["lock"]);
  expect(isTaken()).toBe(true);
  expect(readdirSync(dir)).toEqual([]);
});

test("it goes on counting where one of the two does not say when the process began", () => {
  left({ start: "" });
  expect(isTaken()).toBe(false);
});

test("one that was filled just now counts, and it is not touched by whom it was taken from", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const taken = takeLock(file);
  left({ machine: "another" }, 50_000);
  const before = lstatMs();
  vi.advanceTimersByTime(5_000);
  expect(lstatMs()).toBe(before);
  rmSync(file);
  vi.advanceTimersByTime(5_000);
  release(taken);
  expect(vi.getTimerCount()).toBe(0);
});

test("it is not released by a process that has lost it", () => {
  const taken = takeLock(file);
  left({ machine: "another" });
  release(taken);
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

test("an empty one is waited for two seconds", () => {
  writeFileSync(file, "");
  const { mtimeMs } = lstatSync(file);
  vi.useFakeTimers({ toFake: ["Date"], now: mtimeMs + 1_900 });
  expect(isTaken()).toBe(false);
  vi.setSystemTime(mtimeMs + 2_100);
  expect(isTaken()).toBe(true);
});

describe("when a process began", () => {
  /** As in proc(5): the number, the name, the state, and what follows. */
  const stat = (name: string, state: string) =>
    `7 (${name}) ${state} ${Array.from({ length: 40 }, (_, index) => `f${index + 4}`).join(" ")}\n`;

  test.each(["node", "a b", "x) S 1 (y", ") Z"])("is field 22, whatever its name is: %s", (name) => {
    expect(processStart(process.pid, () => stat(name, "S"))).toBe("f22");
  });

  test.each(["Z", "X"])("is not known of one that has ended and is only listed still: %s", (state) => {
    expect(processStart(process.pid, () => stat("node", state))).toBeUndefined();
  });

  test("is nothing where the system says less, and what `ps` says where there is no such file", () => {
    expect(processStart(process.pid, () => "7 (node) S 1 2")).toBe("");
    expect(processStart(process.pid, refusing("ENOENT"))).toMatch(/^\S*$/);
  });
});

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
