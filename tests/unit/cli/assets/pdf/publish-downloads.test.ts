import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFileCache } from "../../../../../cli/assets/cache/file-cache.ts";
import { planDownloads } from "../../../../../cli/assets/pdf/publish-downloads.ts";
import type { PdfFont } from "../../../../../templates/kit/index.ts";
import { guidePdf } from "../../../../../templates/layout/guide-pdf.ts";
import { ownFolder } from "../../../../support/own-folder.ts";

const cacheDir = ownFolder();
const templatesDir = ownFolder();

function planOf(data: object, fonts: readonly PdfFont[]) {
  const download = { path: "/guides/guide.pdf", collection: "guides", slug: "guide", data: { ...data } };
  const look = { ...guidePdf, fonts };
  const job = { look, settings: {}, templatesDir, cache: openFileCache(cacheDir), reuse: true };
  return planDownloads([download], new Set(["/guides/guide.pdf"]), job)[0];
}

test("a kept PDF is taken as it is, and made again where something has spoilt it", async () => {
  const data = { title: "A guide", body: "# First\n\nŁódź, **strong** and **strong** again.\n" };
  const plan = planOf(data, guidePdf.fonts);
  const made = async () => readFileSync((await plan?.make())?.from ?? "");
  expect(plan?.find()).toBeUndefined();
  const first = await made();
  const [name = ""] = readdirSync(cacheDir);
  const kept = readFileSync(join(cacheDir, name));
  expect(first.equals(kept)).toBe(true);
  const names = [...first.toString("latin1").matchAll(/BaseFont \/\w+\+(\S+)/g)].map(([, name]) => name);
  const faces = ["latin-400", "latin-600", "latin-ext-400"].map((face) => `Hanken_Grotesk_${face}`);
  expect(names.sort()).toEqual([...faces, "Imbue_latin-400"].flatMap((face) => [face, face]));
  expect(plan?.find()?.from).toBe(join(cacheDir, name));
  expect(await made()).toEqual(kept);
  const lightFonts = guidePdf.fonts.map((font) => ({ ...font, axes: { wght: 300 } }));
  const light = planOf(data, lightFonts);
  expect(first.equals(readFileSync((await light?.make())?.from ?? ""))).toBe(false);
  writeFileSync(join(cacheDir, name), Buffer.alloc(kept.length));
  expect(plan?.find()).toBeUndefined();
  expect((await made()).subarray(0, 5).toString()).toBe("%PDF-");
});

test("a PDF is another one where a font file or its axes have changed", () => {
  const keyWith = (bytes: string, wght: number) => {
    writeFileSync(join(templatesDir, "imbue.woff2"), bytes);
    return planOf({}, [{ family: "Imbue", weight: 400, file: "./imbue.woff2", axes: { wght } }])?.key;
  };
  expect(new Set([keyWith("one", 400), keyWith("other", 400), keyWith("one", 500), keyWith("one", 400)]).size).toBe(3);
});
