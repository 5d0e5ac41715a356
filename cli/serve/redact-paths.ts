import { basename, dirname } from "node:path";
import type { Config } from "../config/resolve-config.ts";
import { homeFolder } from "../launch/cache-folder.mjs";
import type { LiveProblem } from "./live-message.ts";

/** Problems for other machines: without the full paths of this machine. */
export function redactPaths(problems: readonly LiveProblem[], config: Config): LiveProblem[] {
  const { root, programDir, contentDir, templatesDir, outDir, stateDir, cacheDir, imageCacheDir } = config;
  const named = [root, programDir, contentDir, templatesDir, outDir, stateDir, cacheDir, imageCacheDir];
  // Longer paths first: they may contain shorter ones.
  const dirs = [...new Set([...named, ...named.map((dir) => dirname(dir)), homeFolder()])]
    .filter((dir) => dirname(dir) !== dir)
    .sort((a, b) => b.length - a.length);
  const shorten = (text: string) => dirs.reduce((shorter, dir) => shorter.replaceAll(dir, basename(dir)), text);
  return problems.map(({ path: _, message, file, hint, frame, ...problem }) => ({
    ...problem,
    message: shorten(message),
    file: file && shorten(file),
    hint: hint && shorten(hint),
    frame: frame && shorten(frame),
  }));
}
