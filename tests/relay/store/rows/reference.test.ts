// References that people read to each other, and ids that sort by time.
import { describe, expect, test } from "vitest";
import { createId, createReference, readReference } from "../../../../relay/store/rows/reference.ts";

describe("a reference", () => {
  test("is as people read it, and made by chance", () => {
    const all = Array.from({ length: 1000 }, createReference);
    for (const reference of all) expect(reference).toMatch(/^EV-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(all).size).toBe(1000);
    expect(new Set(all.join("")).size).toBe(33);
  });

  test("is found as people type it", () => {
    for (const typed of ["ev-0000-0011", "00000011", "EV 0000 0011", "oooo-OOil", " E V-00 00-0 0 L I "])
      expect([typed, readReference(typed)]).toEqual([typed, "EV-0000-0011"]);
  });

  test.each(["", "EV-0000-000", "EV-0000-00000", "EV-0000-000U", "EV-0000-00.0", "x 0000-0000", "0000-0000!"])(
    "is none in %j",
    (text) => expect(readReference(text)).toBeNull(),
  );
});

const AT = Date.UTC(2025, 10, 14, 15);

test("an id is never given twice, however many one millisecond has", () => {
  const ids = Array.from({ length: 5000 }, () => createId(AT + 3));
  expect(new Set(ids).size).toBe(5000);
  expect(new Set(ids.map((id) => id.slice(15, 18))).size).toBe(4096);
  expect(new Set(ids.map((id) => id.slice(19))).size).toBe(5000);
});
