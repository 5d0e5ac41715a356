import { existsSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Opens the file at the place, in the editor that EVENTSITE_EDITOR or VISUAL names, else in the one that runs. False where there is none, or it
 * could not be started.
 */
export async function openEditor({ path, line, column }: Place, environment = process.env): Promise<boolean> {
  const named = environment.EVENTSITE_EDITOR || environment.VISUAL;
  // An editor that the library does not know gets line and column as words of their own where this names it.
  if (named) process.env.LAUNCH_EDITOR ??= named;
  const { default: launchEditor } = await import("launch-editor");
  let hasFailed = false;
  launchEditor(`${path}:${line}:${column}`, named && commandOf(named), () => {
    hasFailed = true;
  });
  // A program that is not there fails before the next turn of the event loop.
  await setImmediate();
  return !hasFailed;
}

/** A path with blanks in it may be written without quotes, where it is all there is. */
const commandOf = (named: string): string => (existsSync(named) ? `"${named}"` : named);
