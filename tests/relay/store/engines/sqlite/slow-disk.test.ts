// A commit that waits for a disk: nothing else does, and what comes meanwhile shares the next one.
import AsyncDatabase from "libsql/promise";
import { afterEach, expect, test, vi } from "vitest";
import { acceptance, submission, withOutbox } from "../../../support/with-outbox.ts";

afterEach(() => void vi.restoreAllMocks());

/** From now on commits, or other statements, wait until they are let through, one after the other. */
function hold(statement = "COMMIT") {
  const { exec } = AsyncDatabase.prototype;
  const held: (() => void)[] = [];
  let isHeld: (() => void) | null = null;
  vi.spyOn(AsyncDatabase.prototype, "exec").mockImplementation(async function (this: AsyncDatabase, sql: string) {
    if (sql.startsWith(statement))
      await new Promise<void>((resolve) => {
        held.push(resolve);
        isHeld?.();
      });
    return exec.call(this, sql);
  });
  return {
    /** Resolves when one waits, and gives what lets it through. */
    async next(): Promise<() => void> {
      if (held.length === 0)
        await new Promise<void>((resolve) => {
          isHeld = resolve;
        });
      return held.shift() as () => void;
    },
  };
}

const request = (message: string) => acceptance({ submission: submission({}, { message }) });

test("requests that come while a commit waits for the disk share the next one", () =>
  withOutbox(async ({ outbox }) => {
    const { next } = hold();
    const settled: string[] = [];
    const accept = (message: string) => outbox.accept(request(message)).then(() => settled.push(message));
    const first = accept("first");
    const endFirst = await next();
    const others = ["a", "b", "c"].map(accept);
    expect(settled).toEqual([]);
    endFirst();
    await first;
    const endSecond = await next();
    expect(settled).toEqual(["first"]);
    endSecond();
    await Promise.all(others);
    expect(settled).toEqual(["first", "a", "b", "c"]);
    vi.restoreAllMocks();
    expect((await outbox.list({}, 10)).items).toHaveLength(4);
  }));

test("an erase ends when a backup that is being written has ended; requests are accepted meanwhile", () =>
  withOutbox(async ({ outbox, clock, path }) => {
    await outbox.accept(request("first"));
    const { next } = hold("VACUUM");
    const ended: string[] = [];
    const backup = outbox.backup(`${path}.copy`).then(() => ended.push("backup"));
    const end = await next();
    const erased = outbox.erase("zoe@example.org", clock.now()).then(() => ended.push("erase"));
    await outbox.accept(request("second"));
    await outbox.probe();
    expect(ended).toEqual([]);
    end();
    await Promise.all([backup, erased]);
    expect(ended.sort()).toEqual(["backup", "erase"]);
  }));
