// Problems as other machines get them: without the full paths of this machine.
import { homedir } from "node:os";
import { basename, dirname } from "node:path";
import type { Config } from "../config/resolve-config.ts";
import type { LiveProblem } from "./live-message.ts";

type Folders = Pick<
  Config,
  "root" | "programDir" | "contentDir" | "templatesDir" | "outDir" | "stateDir" | "imageCacheDir"
>;

export function withoutPaths(problems: readonly LiveProblem[], folders: Folders): LiveProblem[] {
  const { root, programDir, contentDir, templatesDir, outDir, stateDir, imageCacheDir } = folders;
  const named = [root, programDir, contentDir, templatesDir, outDir, stateDir, imageCacheDir];
  // A longer one first: it may be in another.
  const dirs = [...new Set([...named, ...named.map((dir) => dirname(dir)), homedir()])]
    .filter((dir) => dirname(dir) !== dir)
    .sort((a, b) => b.length - a.length);
  const shorten = (text: string) => dirs.reduce((left, dir) => left.replaceAll(dir, basename(dir)), text);
  return problems.map(({ path: _, message, file, hint, frame, ...rest }) => ({
    ...rest,
    message: shorten(message),
    ...(file !== undefined && { file: shorten(file) }),
    ...(hint !== undefined && { hint: shorten(hint) }),
    ...(frame !== undefined && { frame: shorten(frame) }),
  }));
}
