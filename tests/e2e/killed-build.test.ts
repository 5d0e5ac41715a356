// A build that is killed at any moment never harms the published site.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { ageLocks, appears, leftovers, locks, mustBuild, start, treeOf } from "../support/process/command.ts";
import { isTorture, times } from "../support/process/rounds.ts";
import { withSite } from "../support/site/with-site.ts";

/** Two states of a site whose pages all differ: the footer is on each. */
function twoStates(root: string): (name: "A" | "B") => void {
  const file = join(root, "content/site.yaml");
  const text = readFileSync(file, "utf8");
  return (name) => writeFileSync(file, text.replace(/^( {2}copyright: ).*$/m, `$1"© State ${name}"`));
}

/** The site that a build alone makes of the content as it is. */
async function expectedSite(root: string): Promise<Record<string, string>> {
  await mustBuild(root, "--out", "expected");
  const tree = treeOf(join(root, "expected"));
  rmSync(join(root, "expected"), { recursive: true });
  return tree;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/**
 * Kills builds one after the other, and looks at the site after each: every second one at a random moment of its life, which is a guess on a
 * busy machine; the others as soon as they begin to write, or a moment after.
 */
async function killBuilds(
  root: string,
  rounds: number,
): Promise<{ killed: number; old: number; new: number; between: number }> {
  const write = twoStates(root);
  const expected = { A: {}, B: {} } as Record<"A" | "B", Record<string, string>>;
  const dist = join(root, "dist");
  for (const name of ["B", "A"] as const) {
    write(name);
    expected[name] = await expectedSite(root);
  }
  expect(
    Object.keys(expected.A).filter((path) => expected.A[path] === expected.B[path] && path.endsWith(".html")),
  ).toEqual([]);
  let lifeMs = await timed(() => mustBuild(root));

  const seen = { killed: 0, old: 0, new: 0, between: 0 };
  let current: "A" | "B" = "A";
  for (let round = 0; round < rounds; round++) {
    const next: "A" | "B" = current === "A" ? "B" : "A";
    write(next);
    const running = start(["build", "--quiet"], { cwd: root });
    const isBlind = round % 2 === 0;
    if (!isBlind) await appears(root, STAGING, running);
    const delayMs = isBlind ? Math.random() * lifeMs : round % 4 === 1 ? 0 : (Math.random() * lifeMs) / 5;
    await Promise.race([sleep(delayMs), running.finished]);
    running.kill("SIGKILL");
    const end = await running.finished;
    if (end.signal === "SIGKILL") seen.killed++;
    const at = `round ${round}, killed ${delayMs.toFixed(1)} ms after it ${isBlind ? "began" : "began to write"}, of a life of about ${lifeMs.toFixed(0)} ms`;
    let isNew = false;
    if (existsSync(dist)) {
      const site = treeOf(dist);
      isNew = site["index.html"] === expected[next]["index.html"];
      expect(site, at).toEqual(expected[isNew ? next : current]);
      seen[isNew ? "new" : "old"]++;
    } else {
      // Between the two renames: the old site waits beside its place for the next build.
      const [old] = leftovers(root).filter((name) => name.includes("-old-"));
      expect(treeOf(join(root, old ?? "missing")), at).toEqual(expected[current]);
      seen.between++;
    }
    ageLocks(root);
    const nextLifeMs = await timed(() => mustBuild(root));
    // The machine may be busier than a moment ago, or less so.
    if (!isNew) lifeMs = nextLifeMs;
    expect(treeOf(dist), at).toEqual(expected[next]);
    expect([...leftovers(root), ...locks(root)], at).toEqual([]);
    current = next;
  }
  return seen;
}

/** Where a build puts its files before they take the place of the old ones. */
const STAGING = /^\.dist\.eventsite-next-[0-9a-f]+$/;

/** Many rounds take as long as they do. */
const LIMIT_MS = isTorture ? 1_800_000 : 120_000;

test.each([
  ["small", times(8, 100)],
  ["frozen", times(4, 20)],
])(
  "a build of the %s site that is killed leaves the old site or the new one whole, and the next build makes good",
  (name, rounds) =>
    withSite(
      {},
      async ({ root }) => {
        const seen = await killBuilds(root, rounds);
        // Without enough kills before the end of a build, the rounds would prove nothing.
        expect(seen.killed, JSON.stringify(seen)).toBeGreaterThanOrEqual(rounds / 4);
        expect(seen.old + seen.between, JSON.stringify(seen)).toBeGreaterThanOrEqual(rounds / 8);
      },
      name,
    ),
  LIMIT_MS,
);

test("the build after a killed one waits until the lock is not renewed any more", () =>
  withSite({}, async ({ root }) => {
    twoStates(root)("A");
    const running = start(["build", "--quiet"], { cwd: root });
    await appears(root, STAGING, running);
    running.kill("SIGKILL");
    expect(await running.finished).toMatchObject({ signal: "SIGKILL" });
    expect(locks(root)).toHaveLength(1);
    await mustBuild(root);
    expect([...leftovers(root), ...locks(root)]).toEqual([]);
  }));

test("a build that was stopped while another one took over ends with its error, and the site is the other's", () =>
  withSite({}, async ({ root }) => {
    const write = twoStates(root);
    write("B");
    const expected = await expectedSite(root);
    write("A");
    const stopped = start(["build"], { cwd: root });
    await appears(root, STAGING, stopped);
    stopped.kill("SIGSTOP");
    ageLocks(root);
    write("B");
    await mustBuild(root);
    stopped.kill("SIGCONT");
    expect(await stopped.finished).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^EMIT_LOCKED\n {2}Another build has taken over .*dist: this one was stopped/),
    });
    expect(treeOf(join(root, "dist"))).toEqual(expected);
    expect([...leftovers(root), ...locks(root)]).toEqual([]);
  }));
