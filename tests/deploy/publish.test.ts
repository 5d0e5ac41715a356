// A publication on its way into a store: what is written, in which order, and what is refused.
import { expect, test } from "vitest";
import { BuildFailedError, type Diagnostic } from "../../cli/diagnostics/diagnostic.ts";
import { takeLease } from "../../cli/publish/deploy/lease.ts";
import { decodeLedger, LEASE_FILE, LEDGER_FILE, type ReadLedger } from "../../cli/publish/deploy/ledger.ts";
import { rollbackJob } from "../../cli/publish/deploy/rollback.ts";
import type { LedgerCache } from "../../cli/publish/deploy/target-state.ts";
import { openVault } from "../../cli/publish/deploy/vault.ts";
import { TargetStoreError } from "../../cli/publish/stores/store.ts";
import { type MemoryStore, memoryStore } from "../support/hosts/memory-store.ts";
import { publishSite, type SiteTexts, siteOf, testTarget, testVault } from "../support/site/published-site.ts";

const DAY = 24 * 60 * 60 * 1000;
const before = siteOf({ "/": "home", "/contact/": "call us", "/terms/": "terms" });
const AFTER = { "/": "home", "/contact/": "write to us", "/terms/": "terms", "/jobs/": "jobs" };
const after = siteOf(AFTER);

const isOwn = (path: string) => path.startsWith(".eventsite/");
const visible = ({ objects }: MemoryStore) =>
  Object.fromEntries([...objects].filter(([path]) => !isOwn(path)).map(([path, { bytes }]) => [path, String(bytes)]));
const changesIn = ({ calls }: MemoryStore) =>
  calls
    .filter((call) => !/^list|^read|\.eventsite\//.test(call))
    .map((call) => call.replace(/[0-9a-f]{8}\.webp/, "HASH"));
const ledgerOf = ({ objects }: MemoryStore) =>
  decodeLedger(objects.get(LEDGER_FILE)?.bytes as Buffer, testVault)?.ledger ?? [];

async function codesOf(run: Promise<unknown>): Promise<string[]> {
  const error = await run.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof BuildFailedError)) throw error ?? new Error("It was not refused.");
  return error.diagnostics.map(({ code, message }) => `${code} ${message}`);
}

const expectForeign = async (run: Promise<unknown>, path: string) =>
  expect(await codesOf(run)).toEqual([expect.stringMatching(`^DEPLOY_FOREIGN .*${path}`)]);

async function published(...sites: readonly SiteTexts[]): Promise<MemoryStore> {
  const store = memoryStore();
  for (const site of sites) await publishSite(store, site, { consent: { yes: true } });
  store.calls.length = 0;
  return store;
}

const rollback = (store: MemoryStore, to?: string) => publishSite(store, {}, rollbackJob(testTarget(), to));

test("an empty target gets every file: assets, then pages, then the sitemap", async () => {
  const store = memoryStore();
  await publishSite(store, before);
  expect(visible(store)).toEqual(before);
  const kinds = changesIn(store).map((call) =>
    call.includes("assets/") ? "asset" : call.includes(".html") ? "page" : "sitemap",
  );
  expect(kinds).toEqual(["asset", "asset", "asset", "page", "page", "page", "sitemap"]);
  expect(store.objects.get("contact/index.html")?.headers).toEqual({
    contentType: "text/html; charset=utf-8",
    cacheControl: "public, max-age=0, must-revalidate",
  });
  expect(store.objects.has(LEASE_FILE)).toBe(false);
});

test("without a change there is one listing and nothing else but the ledger", async () => {
  const store = await published(before);
  await publishSite(store, before);
  expect(store.calls).toEqual(["list", `read ${LEDGER_FILE}`]);
});

test("of 10,000 pages, nothing is read where none has changed, and only the change is written where one has", async () => {
  const pages = pagesOf(10_000);
  const site = siteOf(pages);
  const known = new Map<string, ReadLedger | undefined>();
  const cache: LedgerCache = {
    vault: testVault,
    find: (etag) => known.get(etag),
    keep: (etag, bytes) => void known.set(etag, decodeLedger(bytes, testVault)),
  };
  const store = memoryStore();
  await publishSite(store, site, { cache });
  store.calls.length = 0;
  await publishSite(store, site, { cache });
  expect(store.calls).toEqual(["list"]);
  store.calls.length = 0;
  await publishSite(store, siteOf({ ...pages, "/p7/": "another text" }), { cache });
  expect(changesIn(store)).toEqual(["write assets/images/HASH", "write p7/index.html"]);
  expect(store.calls.filter((call) => call === "list")).toHaveLength(2);
  expect(store.calls.filter((call) => call.startsWith("read"))).toEqual([
    `read ${LEASE_FILE}`,
    "read p7/index.html",
    `read ${LEASE_FILE}`,
  ]);
});

test("only differences are uploaded, and the asset of the old page stays", async () => {
  const store = await published(before);
  await publishSite(store, after);
  expect(changesIn(store)).toEqual([
    "write assets/images/HASH",
    "write assets/images/HASH",
    "write contact/index.html",
    "write jobs/index.html",
    "write sitemap.xml",
  ]);
  expect(visible(store)).toEqual({ ...before, ...after });
});

test("old assets go seven days after the pages that refer to them, once another publication is there for a rollback", async () => {
  const store = await published(before);
  const third = siteOf({ ...AFTER, "/contact/": "come by" });
  const fourth = siteOf({ ...AFTER, "/contact/": "come in" });
  const oldAsset = Object.keys(before).find((path) => before[path] === "picture of call us") as string;
  await publishSite(store, after);
  await publishSite(store, third, { now: () => Date.now() + 6 * DAY });
  expect(store.objects.has(oldAsset)).toBe(true);
  await publishSite(store, fourth, { now: () => Date.now() + 8 * DAY });
  expect(store.objects.has(oldAsset)).toBe(false);
  const assets = (site: SiteTexts) => Object.keys(site).filter((path) => path.startsWith("assets/"));
  for (const path of [...assets(third), ...assets(fourth)]) expect(store.objects.has(path), path).toBe(true);
  expect(ledgerOf(store)).toHaveLength(3);
});

test("a page that vanishes stops the deploy with what is said of it, unless that is accepted", async () => {
  const six = siteOf(pagesOf(6));
  const five = Object.fromEntries(Object.entries(six).filter(([path]) => path !== "p1/index.html"));
  const store = await published(six);
  const findVanished = (lost: readonly string[]): Diagnostic[] =>
    lost.map((address) => ({ code: "ROUTE_VANISHED", severity: "error", message: address }));
  expect(await codesOf(publishSite(store, five, { consent: { findVanished } }))).toEqual(["ROUTE_VANISHED /p1/"]);
  expect(visible(store)).toEqual(six);
  await publishSite(store, five, { consent: { findVanished, yes: true } });
  expect(store.objects.has("p1/index.html")).toBe(false);
});

test.each([
  ["a fifth of the pages is the limit", 10, 3, {}, ["DEPLOY_DELETES"]],
  ["so are fifty pages", 300, 51, {}, ["DEPLOY_DELETES"]],
  ["below it, nothing has to be said twice", 300, 50, {}, []],
  ["--yes accepts them all", 10, 9, { yes: true }, []],
  ["--max-deletes binds --yes, too", 10, 3, { yes: true, maxDeletes: 2 }, ["DEPLOY_DELETES"]],
  ["--max-deletes raises the limit", 10, 3, { maxDeletes: 3 }, []],
])("%s: %i pages, %i fewer", async (_, count, fewer, consent, codes) => {
  const pages = pagesOf(count);
  const store = await published(siteOf(pages));
  const rest = siteOf(Object.fromEntries(Object.entries(pages).slice(fewer)));
  const run = publishSite(store, rest, { consent });
  if (codes.length > 0) expect((await codesOf(run)).map((text) => text.split(" ")[0])).toEqual(codes);
  else await run;
  expect(changesIn(store).filter((call) => /^delete .*html/.test(call))).toHaveLength(codes.length > 0 ? 0 : fewer);
});

function pagesOf(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`/p${index}/`, `/p${index}/`]));
}

test("a dry run says what would change and what would stop it, and changes nothing", async () => {
  const store = await published(before);
  const { plan, objections, publication } = await publishSite(store, siteOf({ "/": "home" }), { dryRun: true });
  expect(plan.gone.map(({ path }) => path)).toEqual(["contact/index.html", "terms/index.html"]);
  expect(objections.map(({ code }) => code)).toEqual(["DEPLOY_DELETES"]);
  expect(publication).toBeUndefined();
  expect(changesIn(store)).toEqual([]);
});

test("files that somebody has changed or deleted are noticed, and written again", async () => {
  const store = await published(before);
  store.set("contact/index.html", "pasted");
  store.objects.delete("terms/index.html");
  const { plan } = await publishSite(store, before);
  expect([...plan.byHand].sort()).toEqual(["contact/index.html", "terms/index.html"]);
  expect(visible(store)).toEqual(before);
  await publishSite(store, before);
  expect((await publishSite(store, before)).plan.uploads).toEqual([]);
});

test("the same content with other headers is noticed, too", async () => {
  const store = await published(before);
  store.set("contact/index.html", before["contact/index.html"] ?? "");
  expect((await publishSite(store, before)).plan.byHand).toEqual(["contact/index.html"]);
  expect(store.objects.get("contact/index.html")?.headers?.cacheControl).toMatch(/must-revalidate/);
});

test("a target that holds something else is refused, and nothing of it is touched", async () => {
  const store = memoryStore();
  store.set("index.html", "a shop");
  await expectForeign(publishSite(store, before), "index.html");
  expect(visible(store)).toEqual({ "index.html": "a shop" });
});

test("a site of ours that was uploaded by other means is taken over", async () => {
  const store = memoryStore();
  for (const [path, text] of Object.entries(before)) store.set(path, text);
  await publishSite(store, after);
  expect(visible(store)).toEqual({ ...before, ...after });
});

test("files of others beside the site stay; one in the site's way is refused", async () => {
  const store = await published(before);
  store.set("google1234.html", "proof");
  await publishSite(store, after);
  expect(visible(store)["google1234.html"]).toBe("proof");
  store.set("news/index.html", "of somebody else");
  const news = siteOf({ ...AFTER, "/news/": "news" });
  await expectForeign(publishSite(store, news), "news/index.html");
  expect(visible(store)["news/index.html"]).toBe("of somebody else");
});

test("a file of others at an address that a page has left is neither deleted nor overwritten", async () => {
  const store = await published(after, before);
  expect(store.objects.has("jobs/index.html")).toBe(false);
  store.set("jobs/index.html", "of somebody else");
  const { plan } = await publishSite(store, before);
  expect([plan.uploads, plan.deletions]).toEqual([[], []]);
  await expectForeign(publishSite(store, after), "jobs/index.html");
  expect(visible(store)["jobs/index.html"]).toBe("of somebody else");
});

test("names that differ in capitals alone: a bucket has both, in a folder one may replace the other", async () => {
  const store = await published(before);
  store.set("Jobs/Index.html", "of somebody else");
  const folder = testTarget({ kind: "folder", to: "file:www" });
  await expectForeign(publishSite(store, after, { target: folder }), "Jobs/Index.html");
  expect(changesIn(store)).toEqual([]);
  await publishSite(store, after);
  expect(visible(store)).toMatchObject({ ...after, "Jobs/Index.html": "of somebody else" });
});

test("a page that others have changed is deleted all the same when the site ends its address", async () => {
  const store = await published(after);
  store.set("jobs/index.html", "pasted");
  await publishSite(store, before, { consent: { yes: true } });
  expect(store.objects.has("jobs/index.html")).toBe(false);
});

test("the empty objects that consoles make for folders are not files of others", async () => {
  const store = memoryStore();
  for (const folder of ["", "assets/", "contact/"]) store.set(folder, "");
  await publishSite(store, before);
  expect(visible(store)).toMatchObject(before);
});

test("a kept page that was damaged is not brought back", async () => {
  const store = await published(before, after);
  const [kept = ""] = [...store.objects.keys()].filter((path) => path.startsWith(".eventsite/kept/"));
  store.set(kept, "something of the same kind");
  expect(await codesOf(rollback(store))).toEqual([expect.stringMatching(/^DEPLOY_ROLLBACK .*lost /)]);
  expect(changesIn(store)).toEqual([]);
});

test("with another key a deploy goes on, and what was before the current publication is lost to it", async () => {
  const store = await published(before, after);
  const cache: LedgerCache = { find: () => undefined, keep() {}, vault: openVault("the secret of another machine") };
  await expect(publishSite(store, {}, { ...rollbackJob(testTarget()), cache })).rejects.toMatchObject({
    code: "DEPLOY_ROLLBACK",
    hint: expect.stringContaining("EVENTSITE_DEPLOY_KEY"),
  });
  const { state } = await publishSite(store, siteOf({ "/": "home, sweet home" }), { cache, consent: { yes: true } });
  expect(state.isWhole).toBe(false);
  expect(visible(store)["contact/index.html"]).toBeUndefined();
  await publishSite(store, {}, { ...rollbackJob(testTarget()), cache });
  for (const [path, text] of Object.entries(after)) expect(visible(store)[path], path).toBe(text);
});

test("the open list and the copies of an earlier version of this program are replaced", async () => {
  const store = await published(before, after);
  const table = JSON.parse(String(store.objects.get(LEDGER_FILE)?.bytes));
  store.set(LEDGER_FILE, JSON.stringify({ ...table, version: 1, earlier: undefined }));
  store.set(`.eventsite/kept/${"0".repeat(64)}`, "words that were withdrawn");
  await publishSite(store, after);
  expect(JSON.parse(String(store.objects.get(LEDGER_FILE)?.bytes)).version).toBe(2);
  expect([...store.objects.values()].filter(({ bytes }) => bytes.includes("withdrawn"))).toEqual([]);
});

test("a lease that cannot be renewed in time is lost, even where its renewal gets no answer", async () => {
  const store = memoryStore();
  let renewals = 0;
  const hanging = {
    ...store,
    write: (...args: Parameters<typeof store.write>) =>
      args[0] === LEASE_FILE && renewals++ > 0 ? new Promise<string>(() => {}) : store.write(...args),
  };
  const lease = await takeLease(hanging, { times: { renewMs: 5, silentMs: 20, lookMs: 5, settleMs: 1 } });
  await new Promise((lost) => lease.signal.addEventListener("abort", lost));
  expect(lease.signal.reason).toMatchObject({ problem: "conflict" });
});

test.each(["read", "list", "write"] as const)(
  "a connection that is lost at the first %s of a later part is made again",
  async (call) => {
    const store = memoryStore();
    let lost = 0;
    store.onCall = (each) => {
      if (store.calls.length === 0 || lost > 0 || !each.startsWith(call)) return;
      lost += 1;
      throw new TargetStoreError("unreachable", "ECONNRESET");
    };
    await publishSite(store, before, { retryMs: 1 });
    expect(lost).toBe(1);
    expect(visible(store)).toEqual(before);
  },
);

test("a rollback brings the previous publication back whole, from what the target holds", async () => {
  const store = await published(before, after);
  await rollback(store);
  const assets = Object.fromEntries(Object.entries(after).filter(([path]) => path.startsWith("assets/")));
  expect(visible(store)).toEqual({ ...before, ...assets });
  expect(ledgerOf(store).at(-1)?.rollbackOf).toBe(ledgerOf(store)[0]?.id);
  await rollback(store);
  expect(visible(store)).toEqual({ ...before, ...after });
});

test("a rollback takes any publication that is listed, by its name", async () => {
  const store = await published(before, after);
  await publishSite(store, siteOf({ "/": "home, sweet home" }), { consent: { yes: true } });
  const [first] = ledgerOf(store);
  await rollback(store, first?.id);
  for (const [path, text] of Object.entries(before)) expect(visible(store)[path], path).toBe(text);
  expect(ledgerOf(store).at(-1)?.rollbackOf).toBe(first?.id);
  await expect(rollback(store, `${first?.id}x`)).rejects.toMatchObject({
    code: "DEPLOY_ROLLBACK",
    hint: `did you mean "${first?.id}"?`,
  });
});

test("a rollback months later still has its files", async () => {
  const store = memoryStore();
  await publishSite(store, before, { now: () => 0 });
  await publishSite(store, after, { now: () => 300 * DAY, consent: { yes: true } });
  await publishSite(store, after, { now: () => 600 * DAY });
  await rollback(store);
  for (const [path, text] of Object.entries(before)) expect(visible(store)[path], path).toBe(text);
});

test("without an earlier publication, or with one that is not whole, a rollback changes nothing", async () => {
  const first = await published(before);
  await expect(rollback(first)).rejects.toMatchObject({ code: "DEPLOY_ROLLBACK" });
  const store = await published(before, after);
  for (const path of store.objects.keys()) if (path.startsWith(".eventsite/kept/")) store.objects.delete(path);
  expect(await codesOf(rollback(store))).toEqual([
    expect.stringMatching(/^DEPLOY_ROLLBACK .*lost contact\/index.html/),
  ]);
  expect(changesIn(store)).toEqual([]);
});

test("of two deploys at once, one is refused and the other is whole", async () => {
  const store = memoryStore();
  const results = await Promise.allSettled([publishSite(store, before), publishSite(store, after)]);
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused).toHaveLength(1);
  expect(await codesOf(Promise.reject(refused[0]))).toEqual([expect.stringMatching(/^DEPLOY_BUSY /)]);
  expect([before, after]).toContainEqual(visible(store));
});

test("of two deploys into a store that ignores conditions, at most one writes", async () => {
  const shared = memoryStore();
  const careless = {
    ...shared,
    enforcesConditions: false,
    write: (path: string, bytes: Buffer, headers: never) => shared.write(path, bytes, headers),
  };
  const results = await Promise.allSettled([publishSite(careless, before), publishSite(careless, after)]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect([before, after]).toContainEqual(visible(shared));
});

test("the lease of an owner who renews it no more is taken over after a while", async () => {
  const store = await published(before);
  store.set(LEASE_FILE, JSON.stringify({ id: "x", renewals: 3 }));
  await publishSite(store, after);
  expect(visible(store)).toEqual({ ...before, ...after });
  expect(store.objects.has(LEASE_FILE)).toBe(false);
});

/** Runs when the lease is read a second time, which is after the first wait. */
function whileWaited(store: MemoryStore, run: () => void): void {
  store.set(LEASE_FILE, JSON.stringify({ id: "x", renewals: 3 }));
  let reads = 0;
  store.onCall = (call) => {
    if (call === `read ${LEASE_FILE}` && ++reads === 2) run();
  };
}

test("while the lease of another owner is renewed, nothing is written", async () => {
  const store = await published(before);
  whileWaited(store, () => store.set(LEASE_FILE, JSON.stringify({ id: "x", renewals: 4 })));
  expect(await codesOf(publishSite(store, after))).toEqual([expect.stringMatching(/^DEPLOY_BUSY /)]);
  expect(changesIn(store)).toEqual([]);
});

test("a lease that is released while it is waited for is taken at once", async () => {
  const store = await published(before);
  whileWaited(store, () => store.objects.delete(LEASE_FILE));
  await publishSite(store, after);
  expect(visible(store)).toEqual({ ...before, ...after });
});

test("a deploy whose lease another one has taken stops before it writes more", async () => {
  const store = await published(before);
  let isTaken = false;
  store.onCall = (call) => {
    if (call !== "write contact/index.html" || isTaken) return;
    isTaken = true;
    store.set(LEDGER_FILE, "another deploy");
  };
  expect(await codesOf(publishSite(store, after))).toEqual([expect.stringMatching(/^DEPLOY_BUSY /)]);
});

test("wherever a deploy is cut off, every page has its assets, and the next deploy or rollback ends right", async () => {
  const third = siteOf({ "/": "home, sweet home", "/contact/": "write to us", "/jobs/": "more jobs" });
  const versions = new Set(
    [before, after, third].flatMap((site) => Object.entries(site).map((entry) => entry.join("\0"))),
  );
  const failures: string[] = [];
  const inspect = (store: MemoryStore, when: string) => {
    for (const [path, { bytes }] of store.objects) {
      if (isOwn(path)) continue;
      if (!versions.has(`${path}\0${bytes}`)) failures.push(`${when}: ${path} is not whole`);
      for (const [, asset = ""] of String(bytes).matchAll(/src="\/([^"]+)"/g))
        if (!store.objects.has(asset)) failures.push(`${when}: ${path} lacks ${asset}`);
    }
    if (![...store.objects.keys()].includes("index.html")) failures.push(`${when}: no start page`);
  };
  let steps = 0;
  for (let cut = 0; ; cut++) {
    const store = await published(before, after);
    const total = store.calls.length;
    store.onCall = (call) => {
      inspect(store, `before ${call}`);
      if (store.calls.length - total >= cut) throw new Error("cut off");
    };
    const isCut = await publishSite(store, third, { consent: { yes: true } }).then(
      () => false,
      () => true,
    );
    steps = cut;
    inspect(store, `after ${cut} calls`);
    store.onCall = (call) => inspect(store, `before ${call}, second time`);
    store.objects.delete(LEASE_FILE);
    const next = cut % 2 === 0 ? third : after;
    await publishSite(store, next, { consent: { yes: true } });
    for (const [path, text] of Object.entries(next)) expect(String(store.objects.get(path)?.bytes), path).toBe(text);
    const isLeft = (path: string) => !isOwn(path) && !path.startsWith("assets/") && !(path in next);
    expect([...store.objects.keys()].filter(isLeft)).toEqual([]);
    await rollback(store);
    inspect(store, "after the rollback");
    if (!isCut) break;
  }
  expect(failures).toEqual([]);
  expect(steps).toBeGreaterThan(15);
});
