import { existsSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { setImmediate } from "node:timers/promises";

export interface EditorPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** In the editor that EVENTSITE_EDITOR or VISUAL names, else in the one that runs. False where there is none, or it does not start. */
export async function openEditor({ path, line, column }: EditorPlace, environment = process.env): Promise<boolean> {
  const named = environment.EVENTSITE_EDITOR || environment.VISUAL;
  // An editor that the library does not know gets line and column as separate arguments if this names it.
  if (named) process.env.LAUNCH_EDITOR ??= named;
  const { default: launchEditor } = await import("launch-editor");
  let hasFailed = false;
  launchEditor(`${path}:${line}:${column}`, named && commandOf(named), () => {
    hasFailed = true;
  });
  // A missing program fails before the next turn of the event loop.
  await setImmediate();
  return !hasFailed;
}

/** A path with spaces may be written without quotes, if it is the whole value. */
const commandOf = (named: string): string => (existsSync(named) ? `"${named}"` : named);

/** A file that an open page may open in an editor: it exists below one of the folders, links followed; otherwise undefined. */
export function placeInEditor(body: unknown, dirs: readonly string[]): EditorPlace | undefined {
  const { path, line, column } = (body ?? {}) as { path?: unknown; line?: unknown; column?: unknown };
  if (typeof path !== "string" || !isAbsolute(path)) return undefined;
  try {
    const real = realpathSync(path);
    const isOurs = dirs.some((dir) => real.startsWith(join(realpathSync(dir), "/")));
    return isOurs && statSync(real).isFile()
      ? { path: join(path), line: countOf(line), column: countOf(column) }
      : undefined;
  } catch {
    // There is no such file.
    return undefined;
  }
}

/** Lines and columns start at 1. */
const countOf = (value: unknown): number => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : 1);
