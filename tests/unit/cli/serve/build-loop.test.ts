import { afterEach, expect, test, vi } from "vitest";
import { createBuildLoop } from "../../../../cli/serve/build-loop.ts";

/** A site of files that are only names: `changed` are those that differ from the last build. */
function siteOf(build: (scan: { readonly changed: readonly string[] }, isLast: boolean) => Promise<boolean>) {
  const changed = new Set<string>();
  const builds: string[][] = [];
  const state = { needsBuild: false };
  const loop = createBuildLoop({
    session: { scan: () => ({ inputs: [], changed: [...changed] }), needsBuild: () => state.needsBuild },
    signal: undefined,
    async build(scan, isLast) {
      builds.push([...scan.changed]);
      changed.clear();
      state.needsBuild = false;
      return build(scan, isLast);
    },
    onIdle: () => {},
  });
  return { loop, changed, builds, state };
}

afterEach(() => vi.useRealTimers());

test("events that arrive together begin one build", async () => {
  const { loop, changed, builds } = siteOf(async () => true);
  await loop.settled();
  changed.add("a");
  loop.touch("a");
  changed.add("b");
  loop.touch("b");
  await new Promise(setImmediate);
  await loop.idle();
  expect(builds).toEqual([[], ["a", "b"]]);
  await loop.close();
});

test("a file that changes during a build is built after it, and then nothing more", async () => {
  const { loop, changed, builds } = siteOf(async () => {
    if (builds.length === 1) changed.add("a");
    return true;
  });
  await loop.settled();
  expect(builds).toEqual([[], ["a"]]);
  expect(loop.isRunning()).toBe(false);
  await loop.close();
});

test("a touched file that did not change builds nothing", async () => {
  const { loop, builds } = siteOf(async () => true);
  await loop.settled();
  loop.touch("a");
  await new Promise(setImmediate);
  await loop.idle();
  expect(builds).toEqual([[]]);
  await loop.close();
});

test("a site that became another although no file changed is built once", async () => {
  const { loop, builds, state } = siteOf(async () => true);
  await loop.settled();
  state.needsBuild = true;
  await loop.settled();
  expect(builds).toEqual([[], []]);
  await loop.close();
});

test("files that change all the time are built as they are after a while", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const attempts: boolean[] = [];
  const { loop } = siteOf(async (_, isLast) => {
    attempts.push(isLast);
    vi.advanceTimersByTime(1000);
    return isLast;
  });
  await loop.settled();
  expect(attempts).toEqual([false, false, true]);
  await loop.close();
});

test("what is touched after the end begins no build", async () => {
  const { loop, changed, builds } = siteOf(async () => true);
  await loop.settled();
  changed.add("a");
  loop.touch("a");
  await loop.close();
  loop.touch("a");
  await new Promise(setImmediate);
  expect(builds).toEqual([[]]);
});
