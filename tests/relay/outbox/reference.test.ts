// References that people read to each other, and ids that sort by time.
import { describe, expect, test } from "vitest";
import { createId, createReferences } from "../../../relay/store/reference.ts";

const references = createReferences(Uint8Array.from({ length: 32 }, (_, index) => index * 7 + 200));
const NUMBERS = [0, 1, 2, 3, 1000, 2 ** 20 - 1, 2 ** 20, 2 ** 32, 2 ** 39 + 5, 2 ** 40 - 1];

describe("a reference", () => {
  test("stays what a visitor was given, in every release and in a store that was moved", () => {
    expect(NUMBERS.map(references.of)).toMatchInlineSnapshot(`
      [
        "EV-4G7V-GE8P",
        "EV-5V30-7GBY",
        "EV-N3PG-F4BW",
        "EV-QEJ5-XBAS",
        "EV-03YQ-JXSE",
        "EV-F4Q1-BATK",
        "EV-TZPM-9ZWR",
        "EV-DNTC-ZAJ6",
        "EV-C4XZ-A75F",
        "EV-XV6Z-NFJD",
      ]
    `);
  });

  test("leads back to its number, and looks nothing like its neighbour's", () => {
    for (const number of NUMBERS) expect(references.numberOf(references.of(number))).toBe(number);
    const all = Array.from({ length: 1000 }, (_, number) => references.of(number));
    expect(new Set(all).size).toBe(1000);
    expect(new Set(all.map((reference) => reference.slice(0, 5))).size).toBeGreaterThan(25);
  });

  test("is another one in another store", () => {
    expect(createReferences(new Uint8Array(32)).of(1)).not.toBe(references.of(1));
  });

  test("is found as people type it", () => {
    const zeros = references.numberOf("EV-0000-0011");
    for (const typed of ["ev-0000-0011", "00000011", "EV 0000 0011", "oooo-OOil", " E V-00 00-0 0 L I "])
      expect([typed, references.numberOf(typed)]).toEqual([typed, zeros]);
    expect(zeros).not.toBeNull();
  });

  test.each(["", "EV-0000-000", "EV-0000-00000", "EV-0000-000U", "EV-0000-00.0", "x 0000-0000", "0000-0000!"])(
    "is none in %j",
    (text) => expect(references.numberOf(text)).toBeNull(),
  );
});

describe("an id", () => {
  const AT = Date.UTC(2025, 10, 14, 15);

  test("is never given twice, however many one millisecond has", () => {
    const ids = Array.from({ length: 5000 }, () => createId(AT + 3));
    expect(new Set(ids).size).toBe(5000);
    expect(new Set(ids.map((id) => id.slice(15, 18))).size).toBe(4096);
    expect(new Set(ids.map((id) => id.slice(19))).size).toBe(5000);
  });
});
