import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { recordedStamp, stampOf } from "../../../../cli/launch/stamps.mjs";
import { ownFolder } from "../../../support/process/own-folder.ts";

const dir = ownFolder();
const names = ["one.ts", "two.ts"];

/** They were written long before they are asked for. */
function sourcesWith(text: string) {
  for (const name of names) writeFileSync(join(dir, name), text);
  vi.spyOn(Date, "now").mockReturnValue(statSync(join(dir, "two.ts")).ctimeMs + 60_000);
  return join(dir, "stamps");
}

afterEach(() => void vi.restoreAllMocks());

test("a record of the files gives the stamp of their contents", () => {
  const records = sourcesWith("first");
  expect(recordedStamp(records, dir, names, "20")).toBe(stampOf(dir, names, "20"));
  const [record = ""] = readdirSync(records);
  writeFileSync(join(records, record), "0123456789abcdef");
  expect(recordedStamp(records, dir, names, "20")).toBe("0123456789abcdef");
  expect(recordedStamp(records, dir, names, "24")).toBe(stampOf(dir, names, "24"));
});

test("a file with another text of the same length and time is read again", () => {
  const records = sourcesWith("first");
  utimesSync(join(dir, "two.ts"), 1, 1);
  const before = recordedStamp(records, dir, names);
  writeFileSync(join(dir, "two.ts"), "other");
  utimesSync(join(dir, "two.ts"), 1, 1);
  expect(recordedStamp(records, dir, names)).not.toBe(before);
  expect(recordedStamp(records, dir, names)).toBe(stampOf(dir, names));
});

test("nothing is recorded of a file that was written a moment ago: it may change again within the same tick", () => {
  const records = sourcesWith("first");
  recordedStamp(records, dir, names);
  writeFileSync(join(dir, "one.ts"), "again");
  vi.spyOn(Date, "now").mockReturnValue(statSync(join(dir, "one.ts")).ctimeMs + 50);
  recordedStamp(records, dir, names);
  expect(readdirSync(records)).toHaveLength(1);
});

test("a damaged record is made again", () => {
  const records = sourcesWith("first");
  recordedStamp(records, dir, names);
  for (const record of readdirSync(records)) writeFileSync(join(records, record), "");
  expect(recordedStamp(records, dir, names)).toBe(stampOf(dir, names));
});

test("where nothing can be recorded, the files are read each time", () => {
  sourcesWith("first");
  const records = join(dir, "one.ts", "stamps");
  expect(recordedStamp(records, dir, names)).toBe(stampOf(dir, names));
});
