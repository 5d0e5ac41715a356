import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { BuildFailedError } from "../../diagnostics/diagnostic.ts";

/** Throws BUNDLE_FAILED for a font file that cannot be read. */
export function readFontFile(file: string, templatesDir: string): Uint8Array {
  try {
    const path = file.startsWith("./") ? join(templatesDir, file) : createRequire(import.meta.url).resolve(file);
    return readFileSync(path);
  } catch {
    throw fontFailure(file, "cannot be read", "install its package, or correct its path");
  }
}

export const fontFailure = (file: string, what: string, hint: string): BuildFailedError =>
  new BuildFailedError([{ code: "BUNDLE_FAILED", severity: "error", message: `The font file ${file} ${what}.`, hint }]);
