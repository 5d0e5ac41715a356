// A lock counts as long as the process that took it renews it.

import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Lock, takeLock } from "../../../../cli/files/lock-file.ts";
import { runYielding } from "../../../../cli/work/yield-turn.ts";
import { ownFolder } from "../../../support/process/own-folder.ts";

const dir = ownFolder();
const folder = join(dir, "lock");
const file = join(folder, "holder");
afterEach(() => {
  vi.useRealTimers();
});

/** As a process of another machine leaves it. */
function left(ageMs: number): void {
  mkdirSync(folder);
  writeFileSync(file, "id-of-another 4242 web-2");
  age(file, ageMs);
}
const age = (path: string, ms: number) => {
  const then = (Date.now() - ms) / 1000;
  utimesSync(path, then, then);
};
async function taken(): Promise<Lock> {
  const lock = await takeLock(folder);
  if ("holder" in lock) throw new Error("It is held.");
  return lock;
}
/** Calls back while the lock is waited for. */
const takeWhile = (run: () => unknown) =>
  runYielding(
    async () => void run(),
    () => takeLock(folder),
  );
const failing = (code: string) => Object.assign(new Error(code), { code });

test("it is a folder that names its holder, and goes when it is released", async () => {
  const lock = await taken();
  expect(readFileSync(file, "utf8").split(" ").slice(1)).toEqual([String(process.pid), hostname()]);
  expect(lock.isHeld()).toBe(true);
  lock.release();
  expect(readdirSync(dir)).toEqual([]);
  expect(lock.isHeld()).toBe(false);
});

test("it is renewed while it is held, and refused as soon as that is seen", async () => {
  const lock = await taken();
  age(file, 9_000);
  expect(await takeLock(folder)).toEqual({ holder: { pid: process.pid, host: hostname() } });
  expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(9_000);
  lock.release();
});

test("it is waited for, and taken when it is released meanwhile", async () => {
  left(0);
  let looks = 0;
  const lock = await takeWhile(() => {
    if (++looks === 3) rmSync(folder, { recursive: true });
  });
  if ("holder" in lock) throw new Error("It is held.");
  expect([looks, lock.isHeld()]).toEqual([3, true]);
  lock.release();
});

test("one that was renewed more than ten seconds ago is taken over at once, whatever it is", async () => {
  const forms = [
    () => left(11_000),
    // Of a process that was killed before it wrote its name.
    () => {
      mkdirSync(folder);
      age(folder, 11_000);
    },
    // Of an earlier version of this program.
    () => {
      writeFileSync(folder, "4242 a b c");
      age(folder, 11_000);
    },
  ];
  for (const leave of forms) {
    leave();
    const lock = await taken();
    expect(readFileSync(file, "utf8")).toContain(` ${process.pid} `);
    lock.release();
    expect(readdirSync(dir)).toEqual([]);
  }
});

test("one of an earlier version that is a link is refused while it is renewed", async () => {
  symlinkSync("4242 a b c", folder);
  const again = () => {
    rmSync(folder);
    symlinkSync("4242 a b c", folder);
  };
  expect(await takeWhile(again)).toEqual({ holder: undefined });
});

test("it is waited for until the work is ended", async () => {
  left(0);
  await expect(
    runYielding(
      () => Promise.reject(new Error("enough")),
      () => takeLock(folder),
    ),
  ).rejects.toThrow("enough");
  expect(readdirSync(dir)).toEqual(["lock"]);
});

describe("a holder that was stopped for too long", () => {
  test("notices that another process has taken over, and leaves its lock alone", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const lock = await taken();
    age(file, 11_000);
    const next = await taken();
    const { mtimeMs } = statSync(file);
    const text = readFileSync(file, "utf8");
    expect([lock.isHeld(), next.isHeld()]).toEqual([false, true]);
    renameSync(folder, `${folder}-elsewhere`);
    mkdirSync(folder);
    writeFileSync(file, "id-of-another 4242 web-2");
    age(file, 5_000);
    const untouched = statSync(file).mtimeMs;
    // Both renew; neither touches what is not its own.
    vi.advanceTimersByTime(5_000);
    expect(statSync(file).mtimeMs).toBe(untouched);
    lock.release();
    expect(readFileSync(file, "utf8")).toContain("web-2");
    rmSync(folder, { recursive: true });
    renameSync(`${folder}-elsewhere`, folder);
    expect([statSync(file).mtimeMs, readFileSync(file, "utf8")]).toEqual([mtimeMs, text]);
    next.release();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("between the two steps of taking it does not get the lock of the process that took over", async () => {
    left(0);
    let calls = 0;
    const renew = async () => age(file, 1_000);
    const create = () => {
      // It was created by this process, which then stopped; when it goes on, the folder is another one's.
      if (calls++ > 0) throw failing("EEXIST");
    };
    const lock = await runYielding(renew, () => takeLock(folder, create));
    expect(lock).toEqual({ holder: { pid: 4242, host: "web-2" } });
    expect(readFileSync(file, "utf8")).toContain("web-2");
  });
});

test("of many that find it without a renewal, one takes it over", async () => {
  left(11_000);
  const renew = () => existsSync(file) && age(file, 1_000);
  const ends = await Promise.all(Array.from({ length: 8 }, () => takeWhile(renew)));
  const locks = ends.flatMap((end) => ("holder" in end ? [] : [end]));
  expect(locks).toHaveLength(1);
  expect(locks[0]?.isHeld()).toBe(true);
  locks[0]?.release();
  expect(readdirSync(dir)).toEqual([]);
});

test("one that its holder renews between the look and the takeover is put back", async () => {
  left(11_000);
  const { renameSync: rename } = fs;
  fs.renameSync = (from, to) => {
    fs.renameSync = rename;
    syncBuiltinESMExports();
    age(file, 1_000);
    rename(from, to);
  };
  syncBuiltinESMExports();
  expect(await takeLock(folder)).toEqual({ holder: { pid: 4242, host: "web-2" } });
  expect(readdirSync(dir)).toEqual(["lock"]);
});

test("what else the system says of it is the caller's affair, and nothing is left", async () => {
  const full = takeLock(folder, () => {
    throw failing("ENOSPC");
  });
  await expect(full).rejects.toThrow("ENOSPC");
  await expect(takeLock(join(dir, "gone/lock"))).rejects.toThrow(/ENOENT/);
  expect(existsSync(folder)).toBe(false);
});
