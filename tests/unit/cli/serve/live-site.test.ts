// The output folder is written beside the work that somebody waits for.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { BuildFailedError } from "../../../../cli/diagnostics/diagnostic.ts";
import type { PlannedSite } from "../../../../cli/pipeline/run-stages.ts";
import type { SessionBuildOptions, SiteSession } from "../../../../cli/pipeline/watch-session.ts";
import { createLiveSite } from "../../../../cli/serve/live-site.ts";

/** A writing that lets nobody in ends all the same. */
const AT_MOST = 2_000_000;

const builtSite = {
  files: [],
  routes: [],
  redirects: [],
  gone: [],
  warnings: [],
  unfinished: { placeholders: 0, drafts: [], starters: [] },
  unchanged: false,
  planned: [],
  hosting: { url: "", relayUrl: "", paths: [], redirects: [] },
  content: {} as PlannedSite["content"],
  site: {} as PlannedSite["site"],
  complete: () => Promise.reject(new Error("is not needed")),
} satisfies PlannedSite;

/** A session that counts: each save is one change, each build one result, and a writing goes on until it may end. */
function fakeSession() {
  const seen = { saves: 0, built: -1, steps: 0, stepsWhileBuilding: 0, isBuilding: false, writing: 0, most: 0 };
  const written: number[] = [];
  const gate = { isOpen: false };
  const session = {
    hasNews: () => false,
    isComplete: () => true,
    lookAtNext: async () => false,
    scan: () => ({ inputs: [], changed: seen.built === seen.saves ? [] : ["content/site.yaml"] }),
    hasChanged: () => seen.built !== seen.saves,
    async build() {
      seen.isBuilding = true;
      seen.built = seen.saves;
      await sleep(20);
      seen.isBuilding = false;
      return builtSite;
    },
    async emit(pause = async () => {}) {
      const version = seen.built;
      seen.writing++;
      seen.most = Math.max(seen.most, seen.writing);
      do {
        await pause();
        seen.steps++;
        if (seen.isBuilding) seen.stepsWhileBuilding++;
      } while (!gate.isOpen && seen.steps < AT_MOST);
      seen.writing--;
      written.push(version);
      return [];
    },
    close: async () => {},
  } as Partial<SiteSession> as SiteSession;
  return { session, seen, written, gate };
}

/** Resolves once it holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

test("a save is built while the folder is written; the writing rests meanwhile, and begins once more for what is new", async () => {
  const { session, seen, written, gate } = fakeSession();
  let builds = 0;
  const onBuild = () => {
    builds++;
  };
  const site = createLiveSite(session, { wanted: () => [], onPage() {}, onBuild, onProblems() {} }, { writes: true });
  await site.settled();
  await until(() => seen.steps > 0);

  seen.saves++;
  site.touch();
  await until(() => builds === 2);
  expect(written).toEqual([]);
  expect(seen.stepsWhileBuilding).toBe(0);

  gate.isOpen = true;
  await until(() => written.length === 2);
  expect(written).toEqual([0, 1]);
  await site.close();
  expect(written).toEqual([0, 1]);
  expect(seen.most).toBe(1);
});

test("what was built while the folder is written is written before the end, once", async () => {
  const { session, seen, written, gate } = fakeSession();
  const site = createLiveSite(
    session,
    { wanted: () => [], onPage() {}, onBuild() {}, onProblems() {} },
    { writes: true },
  );
  await site.settled();
  await until(() => seen.steps > 0);
  seen.saves++;
  await site.settled();
  const closed = site.close();
  gate.isOpen = true;
  await closed;
  expect(written).toEqual([0, 1]);
  expect(seen.most).toBe(1);
});

/** A first build that hands over a page and then goes on until it is let go. `saves` counts files that are changed meanwhile. */
function longBuild() {
  const seen = { saves: 0, hasEnded: false };
  let end = () => {};
  const session = {
    hasNews: () => false,
    isComplete: () => false,
    lookAtNext: async () => false,
    scan: () => ({ inputs: [], changed: seen.saves > 0 && !seen.hasEnded ? ["content/site.yaml"] : [] }),
    hasChanged: () => false,
    async build({ onLoaded, wanted, onPage }: SessionBuildOptions = {}) {
      onLoaded?.(26, [{ path: "assets/fonts/imbue.woff2", bytes: 4, hash: "2", content: Buffer.from("font") }]);
      while (!wanted?.().includes("venues/index.html")) await sleep(1);
      onPage?.({ output: "venues/index.html", hash: "1", content: Buffer.from("venues") });
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      seen.hasEnded = true;
      return builtSite;
    },
    close: async () => {},
  } as Partial<SiteSession> as SiteSession;
  const listener = { wanted: () => [], onPage() {}, onBuild() {}, onProblems() {} };
  return { site: createLiveSite(session, listener, { writes: false }), seen, end: () => end() };
}

test("a page that is asked for while a build runs is ready before the build ends, with its fonts; others when it ends", async () => {
  const { site, seen, end } = longBuild();
  expect(await site.opened()).toBe(26);
  const other = site.ready(["artists", "artists/index.html"]).then(() => seen.hasEnded);
  await site.ready(["venues", "venues/index.html"]);
  expect(String((await site.file("venues/index.html"))?.content)).toBe("venues");
  expect(site.has("assets/fonts/imbue.woff2")).toBe(true);
  expect(String((await site.file("assets/fonts/imbue.woff2"))?.content)).toBe("font");
  // Somebody else asks for the same page.
  await site.ready(["venues", "venues/index.html"]);
  expect(seen.hasEnded).toBe(false);
  end();
  expect(await other).toBe(true);
  // The site as it was built is what counts now.
  expect(site.has("venues/index.html")).toBe(false);
  await site.close();
});

test("a page of a build that a file was changed under is not ready before the next one", async () => {
  const { site, seen, end } = longBuild();
  const first = site.ready(["venues/index.html"]);
  await first;
  seen.saves++;
  const second = site.ready(["venues/index.html"]).then(() => seen.hasEnded);
  end();
  expect(await second).toBe(true);
  await site.close();
});

test("a site whose first build fails is open with no page", async () => {
  const session = {
    hasNews: () => false,
    isComplete: () => false,
    lookAtNext: async () => false,
    scan: () => ({ inputs: [], changed: [] }),
    hasChanged: () => false,
    build: () => Promise.reject(new BuildFailedError([])),
    close: async () => {},
  } as Partial<SiteSession> as SiteSession;
  const site = createLiveSite(
    session,
    { wanted: () => [], onPage() {}, onBuild() {}, onProblems() {} },
    { writes: false },
  );
  expect(await site.opened()).toBe(0);
  await site.ready(["index.html"]);
  expect(site.has("index.html")).toBe(false);
  await site.close();
});
