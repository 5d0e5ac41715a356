import * as fs from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { namesIn } from "../files/tree-of.ts";
import { namesBeside, namesInside } from "./output-names.ts";
import { removeOrReport } from "./remove-tree.ts";

/**
 * Restores the old site if a build was killed between its two renames, and deletes leftovers of such builds. Returns a warning for each that
 * cannot be deleted.
 */
export async function recoverOutput(outDir: string): Promise<Diagnostic[]> {
  const leftovers = [namesBeside(outDir), namesInside(outDir)].flatMap(({ dir, roleOf }) =>
    namesIn(dir).flatMap((name) => {
      const role = roleOf(name);
      return role === undefined ? [] : [{ role, path: join(dir, name) }];
    }),
  );
  if (!fs.existsSync(outDir)) {
    const olds = leftovers.filter(({ role }) => role === "old");
    const [newest] = olds.sort((a, b) => fs.statSync(b.path).ctimeMs - fs.statSync(a.path).ctimeMs);
    if (newest) fs.renameSync(newest.path, outDir);
  }
  const warnings: Diagnostic[] = [];
  for (const { path } of leftovers) if (fs.existsSync(path)) warnings.push(...(await removeOrReport(path)));
  return warnings;
}
