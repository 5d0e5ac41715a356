import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFileCache } from "../../../../../cli/assets/cache/file-cache.ts";
import { planDownloads } from "../../../../../cli/assets/pdf/publish-downloads.ts";
import { guidePdf } from "../../../../../templates/layout/guide-pdf.ts";
import { ownFolder } from "../../../../support/own-folder.ts";

const cacheDir = ownFolder();

test("a kept PDF is taken as it is, and made again where something has spoilt it", async () => {
  const data = { title: "A guide", description: "What to plan.", body: "# First\n\nWords.\n" };
  const download = { path: "/guides/guide.pdf", collection: "guides", slug: "guide", data };
  const job = { look: guidePdf, settings: {}, templatesDir: ".", cache: openFileCache(cacheDir), reuse: true };
  const [plan] = planDownloads([download], new Set(["/guides/guide.pdf"]), job);
  const made = async () => readFileSync((await plan?.make())?.from ?? "");
  expect(plan?.find()).toBeUndefined();
  const first = await made();
  const [name = ""] = readdirSync(cacheDir);
  const kept = readFileSync(join(cacheDir, name));
  expect(first.equals(kept)).toBe(true);
  expect(plan?.find()?.from).toBe(join(cacheDir, name));
  expect(await made()).toEqual(kept);
  writeFileSync(join(cacheDir, name), Buffer.alloc(kept.length));
  expect(plan?.find()).toBeUndefined();
  expect((await made()).subarray(0, 5).toString()).toBe("%PDF-");
});
