// Published files are named by their bytes, which are read once for each state of a file.
import { join } from "node:path";
import { expect, test } from "vitest";
import { inputPath } from "../../../../cli/emit/inputs.ts";
import { contentHash } from "../../../../cli/files/content-hash.ts";
import { noRecords } from "../../../../cli/pipeline/build-records.ts";
import { planStaticFiles } from "../../../../cli/pipeline/plan-static-files.ts";
import { ownFolder, writeFiles } from "../../../support/process/own-folder.ts";

const root = ownFolder();
const source = join(root, "a.pdf");
const planned = (records: ReturnType<typeof noRecords>, stamp: string | undefined) => {
  const [plan] = planStaticFiles([{ path: "a.pdf", source, file: "content/files/a.pdf" }], {
    records,
    stamps: new Map([[inputPath(source), stamp]]),
  });
  if (!plan) throw new Error("It is planned.");
  return plan;
};

test("a file is read once as long as its state is the same, and copied from where it is", async () => {
  writeFiles(root, { "a.pdf": "first" });
  const records = noRecords();
  expect(planned(records, "state 1").find()).toBeUndefined();
  const made = { path: "a.pdf", bytes: 5, hash: contentHash("first"), from: source };
  expect(await planned(records, "state 1").make()).toEqual(made);
  // Whatever it holds now: it is not read.
  writeFiles(root, { "a.pdf": "other" });
  expect(planned(records, "state 1").find()).toEqual(made);
  expect(planned(records, "state 2").find()).toBeUndefined();
  expect(await planned(records, "state 2").make()).toEqual({ ...made, hash: contentHash("other") });
  expect(planned(records, "state 1").key).not.toBe(planned(records, "state 2").key);
});

test("a file that is too new for its state is read each time", async () => {
  writeFiles(root, { "a.pdf": "first" });
  const records = noRecords();
  expect((await planned(records, undefined).make()).hash).toBe(contentHash("first"));
  expect(planned(records, undefined).find()).toBeUndefined();
  expect(records.hashes.size).toBe(0);
});

test("a file that is gone is reported by its name in the content", async () => {
  writeFiles(root, { "a.pdf": null });
  await expect(planned(noRecords(), "gone").make()).rejects.toMatchObject({
    diagnostics: [{ code: "SOURCE_UNREADABLE", file: "content/files/a.pdf" }],
  });
});
