// What a template set lays out → the bytes of a PDF. The renderer is large and most builds make no download, so it and React are loaded by
// the call that needs them.
import { createRequire } from "node:module";
import { join } from "node:path";
import type { PdfFont, PdfLook, PdfTools } from "../../../templates/kit/index.ts";
import { guideBlocks } from "./guide-document.ts";

/** Part of the bytes and of the file's /ID: the current time would make every file differ. */
const WRITTEN_AT = new Date("2025-01-01T00:00:00Z");

/** The same words give the same bytes. Rejects only where a font or the renderer cannot be loaded. */
export async function renderPdf(words: object, look: PdfLook, templatesDir: string): Promise<Uint8Array> {
  const [renderer, { default: react }] = await Promise.all([import("@react-pdf/renderer"), import("react")]);
  const { createElement } = react;
  const tools: PdfTools = { ...renderer, createElement, writtenAt: WRITTEN_AT, blocks: guideBlocks };
  registerFonts(renderer.Font, look.fonts, templatesDir);
  return new Uint8Array(await renderer.renderToBuffer(look.document(words, tools) as PdfDocument));
}

type PdfDocument = Parameters<typeof import("@react-pdf/renderer").renderToBuffer>[0];

/** The renderer keeps one register of fonts for the whole process. */
function registerFonts(
  Font: typeof import("@react-pdf/renderer").Font,
  fonts: readonly PdfFont[],
  templatesDir: string,
): void {
  const known = new Set(Font.getRegisteredFontFamilies());
  const { resolve } = createRequire(import.meta.url);
  for (const { family, weight, file } of fonts) {
    const src = file.startsWith("./") ? join(templatesDir, file) : resolve(file);
    if (!known.has(family)) Font.register({ family, fontWeight: weight, src });
  }
  Font.registerHyphenationCallback((word) => [word]);
}
