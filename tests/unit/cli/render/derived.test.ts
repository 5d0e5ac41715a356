// What templates derive from lists: made once, and read by its result.
import { expect, test } from "vitest";
import { fingerprint } from "../../../../cli/assets/cache/fingerprint.ts";
import { createDerived, listsOf } from "../../../../cli/render/derived.ts";
import type { SiteData } from "../../../../cli/render/site-data.ts";
import { createSiteFingerprints, entryKey, keyName } from "../../../../cli/render/site-fingerprints.ts";
import { createSiteView } from "../../../../cli/render/site-view.ts";
import type { Derivation, SiteLists } from "../../../../templates/kit/index.ts";

type Bike = { readonly slug: string; readonly data: { readonly name: string; readonly kind: string } };

const bike = (slug: string, kind = "road", name = slug): Bike => ({ slug, data: { name, kind } });

const siteOf = (...bikes: readonly Bike[]): SiteData => ({
  settings: {},
  lists: { bikes },
  images: new Map(),
  proseSlot: {} as SiteData["proseSlot"],
  fonts: { css: "", urls: [] },
  sharedCards: [],
  cardVersion: 0,
  links: "slash",
  baseUrl: "",
  relayUrl: "",
});

const withPicture = (identity: string): SiteData => ({
  ...siteOf(),
  images: new Map([["a.jpg", { kind: "raster", width: 2, height: 1, identity, isTransparent: false }]]),
});

const bikesIn = ({ list }: SiteLists) => list("bikes" as never) as unknown as readonly Bike[];

const first: Derivation<string | undefined> = { name: "first", make: (site) => bikesIn(site)[0]?.data.name };
const slugsByKind: Derivation<ReadonlyMap<string, string>> = {
  name: "slugs",
  make(site) {
    const slugs = new Map<string, string>();
    for (const { slug, data } of bikesIn(site)) slugs.set(data.kind, `${slugs.get(data.kind) ?? ""}${slug} `);
    return slugs;
  },
};
const derived = [first, slugsByKind];

const printsOf = (site: SiteData, ofSite: readonly Derivation<unknown>[] = derived) =>
  createSiteFingerprints(
    site,
    new Map((site.lists.bikes ?? []).map(({ slug, data }) => [entryKey("bikes", slug), fingerprint(data)])),
    ofSite,
  );

const KEYS = [
  "derived\0first",
  "derived\0slugs",
  "derived\0slugs\0road",
  "derived\0slugs\0town",
  "list\0bikes",
  "entry\0bikes/a",
];

/** What pages that read it are rendered again for. */
const changed = (before: SiteData, now: SiteData, ofSite: readonly Derivation<unknown>[] = derived, keys = KEYS) => {
  const [old, prints] = [printsOf(before, ofSite), printsOf(now, ofSite)];
  return keys.filter((key) => old.of(key) === undefined || old.of(key) !== prints.of(key)).map(keyName);
};

test("is read by its result: other lists that give the same are no change", () => {
  const before = siteOf(bike("a"), bike("b"), bike("c", "town"));
  expect(changed(before, siteOf(bike("a"), bike("b"), bike("c", "town")))).toEqual([]);
  expect(changed(before, siteOf(bike("a"), bike("b"), bike("c", "town"), bike("d", "town")))).toEqual([
    "derived slugs",
    "derived slugs town",
    "list bikes",
  ]);
  expect(changed(before, siteOf(bike("b"), bike("a"), bike("c", "town")))).toEqual([
    "derived first",
    "derived slugs",
    "derived slugs road",
    "list bikes",
  ]);
  expect(changed(before, siteOf(bike("a"), bike("b")))).toEqual(["derived slugs", "derived slugs town", "list bikes"]);
  expect(changed(before, siteOf(bike("b"), bike("c", "town")))).toContain("entry bikes/a");
  const pictures = ["picture\0a.jpg", "picture\0b.jpg"];
  expect(changed(withPicture("1"), withPicture("2"), [], pictures)).toEqual(["picture a.jpg"]);
});

test("another order of what is derived, or of the fields of an entry, is a change: pages may show all of it", () => {
  const kinds: Derivation<ReadonlySet<string>> = {
    name: "kinds",
    make: (site) => new Set(bikesIn(site).map(({ data }) => data.kind)),
  };
  const nested: Derivation<unknown> = { name: "nested", make: (site) => [{ kinds: kinds.make(site) }] };
  const counts: Derivation<unknown> = {
    name: "counts",
    make: (site) => new Map(bikesIn(site).map(({ data }) => [data.kind, 1])),
  };
  const [before, now] = [siteOf(bike("a"), bike("b", "town")), siteOf(bike("b", "town"), bike("a"))];
  const all = [kinds, nested, counts];
  const keys = all.map(({ name }) => `derived\0${name}`);
  expect(changed(before, now, all, keys)).toEqual(["derived kinds", "derived nested", "derived counts"]);
  const open = (hours: object) => siteOf({ slug: "a", data: { name: "a", kind: "b", hours } as Bike["data"] });
  const [early, late] = [open({ monday: "9", sunday: "10" }), open({ sunday: "10", monday: "9" })];
  expect(changed(early, late, [], ["entry\0bikes/a", "list\0bikes"])).toEqual(["entry bikes/a", "list bikes"]);
  const inOrder = (settings: SiteData["settings"]) => ({ ...early, settings });
  const frames = changed(inOrder({ a: 1, b: 2 }), inOrder({ b: 2, a: 1 }), [], ["frame"]);
  expect(frames).toEqual(["what every page may show"]);
});

test("a value that cannot be compared differs from everything, also from itself", () => {
  const loop: { self?: object } = {};
  loop.self = loop;
  const values = [loop, () => "a", new URL("https://example.com/"), { kept: [Symbol("a")] }];
  expect(values.map(fingerprint)).toEqual(values.map(() => undefined));
  const objects = [[], [null], {}, { a: undefined }, new Map(), new Set(), new Date(0)];
  const plain = [undefined, null, 0, -0, "", "null", 1n, ...objects];
  expect(new Set(plain.map(fingerprint)).size).toBe(plain.length);
  const firstName: Derivation<string> = { name: "first", make: (site) => (bikesIn(site)[0] as Bike).data.name };
  expect(printsOf(siteOf(), [firstName]).of("derived\0first")).toBeUndefined();
});

test("a page reads what it asks for, and not the lists that this was made from", () => {
  const reads: string[] = [];
  const watched = (site: SiteData) =>
    createSiteView(site, { variants() {}, card() {}, dependency: (key) => reads.push(keyName(key)) }, derived);
  const view = watched(siteOf(bike("a"), bike("c", "town")));
  expect([view.derived(first), view.derived(slugsByKind, "town"), view.derived(slugsByKind, "none")]).toEqual([
    "a",
    "c ",
    undefined,
  ]);
  expect(reads).toEqual(["derived first", "derived slugs town", "derived slugs none"]);
  const none = watched(siteOf());
  none.derived(first);
  expect(reads.slice(3), "what is made from an empty list shows that it is empty").toEqual([
    "derived first",
    "list bikes",
  ]);
});

test("is made once, and only if the templates declare it", () => {
  let count = 0;
  const counted: Derivation<number> = { name: "count", make: () => ++count };
  const ask = createDerived(listsOf(siteOf()), undefined, [counted]);
  expect([ask(counted), ask(counted)]).toEqual([1, 1]);
  const prints = printsOf(siteOf(), [counted]);
  for (const key of ["a", "b"]) prints.of(`derived\0count\0${key}`);
  expect(count).toBe(2);
  expect(() => ask(first)).toThrow('"first" is not in the list "derived" of the templates.');
});
