// What templates derive from lists: made once, and read by its result.
import { expect, test } from "vitest";
import { createDerived, listsOf } from "../../../../cli/render/derived.ts";
import type { SiteData } from "../../../../cli/render/site-data.ts";
import { changedReads } from "../../../../cli/render/site-reads.ts";
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

const changed = (before: SiteData, now: SiteData) =>
  [...(changedReads(before, now, derived) ?? [])].filter((key) => key.startsWith("derived")).sort();

test("is read by its result: other lists that give the same are no change", () => {
  const before = siteOf(bike("a"), bike("b"), bike("c", "town"));
  expect(changed(before, siteOf(bike("a"), bike("b"), bike("c", "town")))).toEqual([]);
  expect(changed(before, siteOf(bike("a"), bike("b"), bike("c", "town"), bike("d", "town")))).toEqual([
    "derived slugs",
    "derived slugs town",
  ]);
  expect(changed(before, siteOf(bike("b"), bike("a"), bike("c", "town")))).toEqual([
    "derived first",
    "derived slugs",
    "derived slugs road",
  ]);
  expect(changed(before, siteOf(bike("a"), bike("b")))).toEqual(["derived slugs", "derived slugs town"]);
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
  expect([...(changedReads(before, now, [kinds, nested, counts]) ?? [])].sort()).toEqual([
    "derived counts",
    "derived kinds",
    "derived nested",
    "list bikes",
  ]);
  const open = (hours: object) => siteOf({ slug: "a", data: { name: "a", kind: "b", hours } as Bike["data"] });
  const [early, late] = [open({ monday: "9", sunday: "10" }), open({ sunday: "10", monday: "9" })];
  expect(changedReads(early, late)).toEqual(new Set(["entry bikes/a", "list bikes"]));
  expect(changedReads({ ...early, settings: { a: 1, b: 2 } }, { ...early, settings: { b: 2, a: 1 } })).toBe(undefined);
  const loop: { self?: object } = {};
  loop.self = loop;
  expect(changedReads(open(loop), open(structuredClone(loop)))).toEqual(new Set());
});

test("what cannot be derived is reported by the pages that ask for it: each may differ", () => {
  const firstName: Derivation<string> = { name: "first", make: (site) => (bikesIn(site)[0] as Bike).data.name };
  expect(changedReads(siteOf(bike("a")), siteOf(), [firstName])).toBe(undefined);
});

test("a page reads what it asks for, and not the lists that this was made from", () => {
  const reads: string[] = [];
  const empty: string[] = [];
  const watched = (site: SiteData) =>
    createSiteView(
      site,
      undefined,
      undefined,
      (name) => empty.push(name),
      { read: (key) => reads.push(key), readField() {} },
      undefined,
      derived,
    );
  const view = watched(siteOf(bike("a"), bike("c", "town")));
  expect([view.derived(first), view.derived(slugsByKind, "town"), view.derived(slugsByKind, "none")]).toEqual([
    "a",
    "c ",
    undefined,
  ]);
  expect(reads).toEqual(["derived first", "derived slugs town", "derived slugs none"]);
  expect(empty).toEqual([]);
  const none = watched(siteOf());
  none.derived(first);
  none.derived(first);
  expect(empty).toEqual(["bikes", "bikes"]);
});

test("is made once, and only if the templates declare it", () => {
  let count = 0;
  const counted: Derivation<number> = { name: "count", make: () => ++count };
  const ask = createDerived(listsOf(siteOf()), undefined, [counted]);
  expect([ask(counted), ask(counted)]).toEqual([1, 1]);
  expect(() => ask(first)).toThrow('"first" is not in the list "derived" of the templates.');
});
