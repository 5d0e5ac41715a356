import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createValueStore } from "../../cli/entries/value-store.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "eventsite-values-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const open = (isNew: boolean) => createValueStore({ paths: [join(dir, "values-0")], own: 0, isNew });

test("values are given back by the next build, each as long as its bytes are the same", () => {
  const first = open(true);
  const refs = ["Aa", "Bb"].map((title) => first.put({ title, order: 1 }) ?? expect.fail());
  first.flush();
  first.close();
  const file = join(dir, "values-0");
  writeFileSync(file, readFileSync(file).toString("latin1").replace("Aa", "Ab"), "latin1");
  const next = open(false);
  const own = next.put({ title: "Cc" }) ?? expect.fail();
  expect([...refs, own].map((ref) => next.get(ref))).toEqual([undefined, { title: "Bb", order: 1 }, { title: "Cc" }]);
  next.close();
});

test("values are given back in any order, from the files of all threads, also those put since", () => {
  const paths = ["0", "1"].map((name) => join(dir, `values-${name}`));
  const stores = [0, 1].map((own) => createValueStore({ paths, own, isNew: true }));
  const refs = ["Aa", "Bb", "Cc"].flatMap((title) => stores.map((store, own) => store.put({ title, own })));
  for (const store of stores) store.flush();
  const [first] = stores;
  const titles = () => refs.map((ref) => ref && first?.get(ref));
  const expected = ["Aa", "Bb", "Cc"].flatMap((title) => [
    { title, own: 0 },
    { title, own: 1 },
  ]);
  expect(titles()).toEqual(expected);
  expect(refs.map((_, index) => refs[5 - index]).map((ref) => ref && first?.get(ref))).toEqual(expected.reverse());
  const later = first?.put({ title: "Dd" });
  expect(later && first?.get(later)).toEqual({ title: "Dd" });
  for (const store of stores) store.close();
});

test("a value that its file lost is not taken from what is there now", () => {
  const first = open(true);
  const lost = ["Aa", "Bb"].map((title) => first.put({ title }) ?? expect.fail());
  first.flush();
  first.close();
  truncateSync(join(dir, "values-0"), 3);
  const next = open(false);
  const own = next.put({ title: "Cc", order: 1, text: "Of another page" }) ?? expect.fail();
  expect([...lost, own].map((ref) => next.get(ref))).toEqual([
    undefined,
    undefined,
    { title: "Cc", order: 1, text: "Of another page" },
  ]);
  next.close();
});

test("values of every size are given back as they are, and what bytes cannot give back is not stored", () => {
  const store = open(true);
  const values = [
    { text: "Café “12” – 5 € \ud800", list: [null, true, 1.5, ["", {}]] },
    { text: "ü".repeat(2_000_000) },
    JSON.parse('{"__proto__":{"a":1}}') as unknown,
    { text: "last" },
  ];
  const refs = values.map((value) => store.put(value) ?? expect.fail());
  expect(refs.map((ref) => JSON.stringify(store.get(ref)))).toEqual(values.map((value) => JSON.stringify(value)));
  const others = [
    { text: undefined },
    [undefined],
    { order: -0 },
    { order: Number.NaN },
    { at: new Date(0) },
    undefined,
  ];
  expect(others.map((value) => store.put(value))).toEqual(others.map(() => undefined));
  store.close();
});
