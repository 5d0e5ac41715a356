import { expect, test } from "vitest";
import { findReaders, joinReads, packReads, READERS_AT_MOST, splitReads } from "../../../../cli/entries/page-reads.ts";

const reads = packReads([
  ["a.yaml", ["list bikes", "entry bikes/racer"]],
  ["b.yaml", []],
  ["c.yaml", ["entry bikes/racer", "entry bikes/racer-two"]],
]);
const found = (parts: Parameters<typeof findReaders>[0], ...keys: string[]) => {
  const readers = findReaders(parts, keys);
  return readers && [...readers].sort();
};

test("gives the pages that read one of the keys, and no page for the beginning of a key or the name of a page", () => {
  expect(found([reads], "entry bikes/racer")).toEqual(["a.yaml", "c.yaml"]);
  expect(found([reads], "entry bikes/racer-two", "list bikes")).toEqual(["a.yaml", "c.yaml"]);
  for (const key of ["entry bikes/rac", "bikes/racer", "a.yaml", "c.yaml"]) expect(found([reads], key)).toEqual([]);
});

test("takes what a page reads from the last part that has it", () => {
  const later = packReads([
    ["a.yaml", []],
    ["b.yaml", ["entry bikes/racer"]],
  ]);
  expect(found([reads, later], "entry bikes/racer")).toEqual(["b.yaml", "c.yaml"]);
  expect(found([later, reads], "entry bikes/racer")).toEqual(["a.yaml", "c.yaml"]);
});

test("knows no readers of a key that very many pages read, or that its text cannot hold", () => {
  const pages = Array.from({ length: READERS_AT_MOST + 1 }, (_, index) => [`${index}.yaml`, ["list bikes"]] as const);
  expect(found([packReads(pages)], "list bikes")).toBeUndefined();
  expect(found([packReads(pages.slice(1))], "list bikes")).toHaveLength(READERS_AT_MOST);
  const odd = packReads([["a.yaml", ["field bikes/racer a\tb"]]]);
  expect(found([odd, reads], "field bikes/racer a\tb")).toBeUndefined();
});

test("can be split into pages and joined again", () => {
  const split = splitReads(reads);
  expect([...split.keys()]).toEqual(["a.yaml", "b.yaml", "c.yaml"]);
  expect(joinReads([...split.values()])).toEqual(reads);
});
