// What runs between tests, such as a hook that starts a relay for a whole file, counts as run by the tests that it is for. Stryker would
// take it for code that runs while modules are loaded, and try each of its changes in a new process with every test there is.
import { afterAll, beforeAll, beforeEach, inject, vi } from "vitest";

type Hits = Record<string, number>;

interface Namespace {
  currentTestId?: string;
  mutantCoverage?: { readonly static: Hits; readonly perTest: Record<string, Hits> };
}

const given = inject as (name: string) => unknown;

if (given("mode") === "dry-run") {
  // Nothing is changed yet, and nothing waits for ever.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const namespace = (): Namespace =>
    (globalThis as unknown as Record<string, Namespace>)[String(given("globalNamespace"))] ?? {};
  let seen: Hits = {};
  let ofHooks: Hits = {};
  let last: string | undefined;

  /** Hits since the last call that were no test's; they are no longer counted as those of loading. */
  const takeHits = (): Hits => {
    const { static: hits = {} } = namespace().mutantCoverage ?? {};
    const taken: Hits = {};
    for (const [mutant, count] of Object.entries(hits)) {
      const more = count - (seen[mutant] ?? 0);
      if (more === 0) continue;
      taken[mutant] = more;
      if (seen[mutant] === undefined) delete hits[mutant];
      else hits[mutant] = seen[mutant];
    }
    return taken;
  };
  const give = (test: string | undefined, hits: Hits): void => {
    const perTest = namespace().mutantCoverage?.perTest;
    if (test === undefined || perTest === undefined) return;
    perTest[test] ??= {};
    const own = perTest[test];
    for (const [mutant, count] of Object.entries(hits)) own[mutant] = (own[mutant] ?? 0) + count;
  };

  beforeAll(() => {
    seen = { ...namespace().mutantCoverage?.static };
  });
  beforeEach(() => {
    const hits = takeHits();
    if (last === undefined) ofHooks = hits;
    else give(last, hits);
    last = namespace().currentTestId;
    give(last, ofHooks);
  });
  afterAll(() => give(last, takeHits()));
}
