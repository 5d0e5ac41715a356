// Restores what a hosted CMS loses when it writes a file: comments, order, quotes and blank lines of an earlier revision.

import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import { loadTemplates } from "../../bundle/load-templates.ts";
import { type CheckOptions, type Config, resolveConfig } from "../../config/resolve-config.ts";
import { listSources, type SourceRef } from "../../content/sources/list-sources.ts";
import { asBuildFailure } from "../../diagnostics/as-build-failure.ts";
import { type Diagnostic, isProblem } from "../../diagnostics/diagnostic.ts";
import { entrySchemas } from "../../edit/cms/entry-schemas.ts";
import { readOriginal, replaceFile } from "../../rewrite/replace-file.ts";
import { onlyIn } from "../diff/compare/sequence-diff.ts";
import { type ChangedFiles, changedFiles } from "./changed-files.ts";
import { left, restoreText } from "./restore-text.ts";

export interface RestoreOptions extends Pick<CheckOptions, "root" | "contentDir" | "templatesDir" | "cache"> {
  /** The git revision that the files are compared with, such as "origin/main". */
  readonly since: string;
}

export interface RestoredFile {
  /** Relative to the project root. */
  readonly file: string;
  /** The number of its lines that the revision does not have. */
  readonly lines: number;
}

export interface RestoreResult {
  readonly restored: readonly RestoredFile[];
  /** Files that have changed since the revision without a loss. */
  readonly unchanged: readonly string[];
  /** RESTORE_LEFT for each file that was left as it is. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Writes each content file that differs from the revision with the text of the revision, in which only the differing values are changed. New
 * files stay as they are. Rejects with BuildFailedError: RESTORE_GIT, RESTORE_REVISION, BUNDLE_FAILED and SOURCE_NO_CONTENT; nothing is changed
 * then.
 */
export const restore = ({ since, ...options }: RestoreOptions): Promise<RestoreResult> =>
  asBuildFailure(async () => {
    const config = resolveConfig(options);
    const program = await loadTemplates(config);
    const { site, entries } = listSources(config.root, config.contentDir, program.templates.collections);
    const changes = await changedFiles(config.contentDir, since);
    const schemas = entrySchemas(program);
    const restored: RestoredFile[] = [];
    const unchanged: string[] = [];
    const warnings: Diagnostic[] = [];
    for (const ref of [site, ...entries]) {
      const result = await restoreFile(ref, schemas.get(ref.collection) ?? {}, changes, config);
      if (result === undefined) continue;
      if (isProblem(result)) warnings.push(result);
      else if (result.isRestored) restored.push({ file: ref.file, lines: result.lines });
      else unchanged.push(ref.file);
    }
    return { restored, unchanged, warnings };
  }, "the file is as it was");

/** undefined if the file is new, or the same as in the revision. */
async function restoreFile(
  ref: SourceRef,
  schema: JsonSchema,
  { revision, before, read }: ChangedFiles,
  { contentDir }: Pick<Config, "contentDir">,
) {
  const path = before.get(join(realpathSync(dirname(ref.path)), basename(ref.path)));
  if (path === undefined) return undefined;
  const original = readOriginal(ref, contentDir);
  if (isProblem(original)) return left(ref.file, original.message);
  const bytes = await read(path);
  const text = restoreText({ ref, schema, since: revision.name }, bytes, original.raw);
  if (typeof text !== "string") return text;
  const problem = text === original.raw ? undefined : replaceFile(original, text);
  if (problem) return left(ref.file, problem.message, problem.hint);
  const lines = onlyIn(text.split("\n"), bytes.toString("utf8").split("\n")).length;
  return { isRestored: text !== original.raw, lines };
}
