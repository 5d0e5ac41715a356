// Changes many files of the content: the site is checked with the new texts before one of them is written, and all are written or none.

import * as fs from "node:fs";
import type { CheckOptions } from "../config/resolve-config.ts";
import type { SourceList, SourceRef } from "../content/sources/list-sources.ts";
import { BuildFailedError, type Diagnostic, isError } from "../diagnostics/diagnostic.ts";
import { failureReason } from "../diagnostics/failure-reason.ts";
import { contentHash } from "../files/content-hash.ts";
import { type Original, replaceFile } from "../rewrite/replace-file.ts";
import { changed, failed } from "../rewrite/rewrite-problems.ts";
import { checkNow } from "./check-now.ts";

export interface ChangedText {
  readonly original: Original;
  readonly text: string;
}

export interface ContentChange {
  readonly texts: readonly ChangedText[];
  /** The files that get another name, with the new one, and those that are removed, with undefined. */
  readonly targets: ReadonlyMap<SourceRef, SourceRef | undefined>;
}

/**
 * Applies a change to these sources. Throws BuildFailedError, and nothing is changed: with the errors that the site would have then and does
 * not have now, or with the problem of a file that cannot be written or has been changed meanwhile.
 */
export async function applyChange(options: CheckOptions, sources: SourceList, change: ContentChange): Promise<void> {
  const steps = stepsOf(change);
  const errors = await newErrors(options, sources, change);
  if (errors.length > 0) throw new BuildFailedError(errors);
  runSteps(steps);
}

/** The sources as they are after the change. */
function changedSources(sources: SourceList, { texts, targets }: ContentChange): SourceList {
  const newTexts = new Map(texts.map(({ original, text }) => [original.ref, text]));
  const afterChange = (ref: SourceRef): SourceRef => ({ ...ref, newText: newTexts.get(ref) });
  const entries = sources.entries.flatMap((ref) => {
    if (!targets.has(ref)) return [afterChange(ref)];
    const target = targets.get(ref);
    return target ? [{ ...target, newText: newTexts.get(ref) ?? fs.readFileSync(ref.path, "utf8") }] : [];
  });
  const formerFiles = new Set([...targets.keys()].map(({ file }) => file));
  const diagnostics = sources.diagnostics.filter(({ file = "" }) => !formerFiles.has(file));
  return { ...sources, site: afterChange(sources.site), entries, diagnostics };
}

/** An error is new if its file has more errors of this code than before: a message may quote what is changed. */
async function newErrors(options: CheckOptions, sources: SourceList, change: ContentChange): Promise<Diagnostic[]> {
  const errorsOf = async (checked?: SourceList) => (await checkNow(options, checked)).diagnostics.filter(isError);
  const errors = await errorsOf(changedSources(sources, change));
  if (errors.length === 0) return [];
  const formerFile = new Map([...change.targets].map(([from, to]) => [to?.file, from.file]));
  const kindOf = ({ code, file }: Diagnostic) => `${code} ${formerFile.get(file) ?? file}`;
  const counts = countEach(errors.map(kindOf));
  const earlier = countEach((await errorsOf()).map(kindOf));
  return errors.filter((error) => (counts.get(kindOf(error)) ?? 0) > (earlier.get(kindOf(error)) ?? 0));
}

function countEach(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Each returns the problem if it cannot be done; the file is then as it was. */
interface Step {
  readonly act: () => Diagnostic | undefined;
  readonly undo: () => Diagnostic | undefined;
}

/** Removals come last: they are the hardest to undo. */
export function stepsOf({ texts, targets }: ContentChange): readonly Step[] {
  const renamed = [...targets].flatMap(([from, to]) => (to ? [renaming(from, to)] : []));
  const removed = [...targets].flatMap(([ref, to]) => (to ? [] : [removal(ref)]));
  return [...texts.map(replacement), ...renamed, ...removed];
}

export function runSteps(steps: readonly Step[]): void {
  const done: Step[] = [];
  for (const step of steps) {
    const problem = step.act();
    if (problem) throw new BuildFailedError([problem, ...undoAll(done)]);
    done.push(step);
  }
}

const undoAll = (done: readonly Step[]): Diagnostic[] =>
  done.toReversed().flatMap(({ undo }) => {
    const problem = undo();
    return problem ? [{ ...problem, message: `The change could not be taken back. ${problem.message}` }] : [];
  });

const replacement = ({ original, text }: ChangedText): Step => ({
  act: () => replaceFile(original, text),
  undo: () => replaceFile({ ...original, hash: contentHash(Buffer.from(text)) }, original.raw),
});

const renaming = (from: SourceRef, to: SourceRef): Step => ({
  act: () => renameFile(from, to),
  undo: () => renameFile(to, from),
});

function renameFile(from: SourceRef, to: SourceRef): Diagnostic | undefined {
  if (fs.existsSync(to.path)) return failed(to.file, "There is such a file already.");
  return attempt(from, () => fs.renameSync(from.path, to.path));
}

function removal(ref: SourceRef): Step {
  const bytes = fs.readFileSync(ref.path);
  const { mode } = fs.statSync(ref.path);
  return {
    act: () => {
      const isSame = fs.existsSync(ref.path) && fs.readFileSync(ref.path).equals(bytes);
      return isSame ? attempt(ref, () => fs.rmSync(ref.path)) : changed(ref.file);
    },
    undo: () => attempt(ref, () => fs.writeFileSync(ref.path, bytes, { flag: "wx", mode })),
  };
}

function attempt({ file }: SourceRef, act: () => void): Diagnostic | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return failed(file, `The file could not be changed: ${failureReason(error)}.`, "the file is as it was");
  }
}
