import { existsSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Opens the file at the position, in the editor that EVENTSITE_EDITOR or VISUAL names, else in the one that runs. False where there is
 * none, or it could not be started.
 */
export async function openEditor({ path, line, column }: Place, environment = process.env): Promise<boolean> {
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
