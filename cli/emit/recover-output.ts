import * as fs from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { namesIn } from "../files/tree-of.ts";
import { namesBeside, namesInside } from "./output-names.ts";
import { removeOrReport } from "./remove-tree.ts";

/**
 * Restores a site that a killed build left between its two renames, and deletes leftovers of such builds. What cannot be deleted is
 * reported and stays.
 */
export async function recoverOutput(outDir: string): Promise<Diagnostic[]> {
  const left = [namesBeside(outDir), namesInside(outDir)].flatMap(({ dir, roleOf }) =>
    namesIn(dir).flatMap((name) => {
      const role = roleOf(name);
      return role === undefined ? [] : [{ role, path: join(dir, name) }];
    }),
  );
  if (!fs.existsSync(outDir)) {
    const olds = left.filter(({ role }) => role === "old");
    const [newest] = olds.sort((a, b) => fs.statSync(b.path).ctimeMs - fs.statSync(a.path).ctimeMs);
    if (newest) fs.renameSync(newest.path, outDir);
  }
  const found: Diagnostic[] = [];
  for (const { path } of left) if (fs.existsSync(path)) found.push(...(await removeOrReport(path)));
  return found;
}
