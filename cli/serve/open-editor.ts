import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { splitCommand } from "./split-command.ts";

/** How editors are told a place. The first of them that is there is opened, unless EVENTSITE_EDITOR or VISUAL names one. */
const EDITORS: Readonly<Record<string, (place: Place) => readonly string[]>> = {
  code: ({ path, line, column }) => ["--goto", `${path}:${line}:${column}`],
  "code-insiders": ({ path, line, column }) => ["--goto", `${path}:${line}:${column}`],
  codium: ({ path, line, column }) => ["--goto", `${path}:${line}:${column}`],
  cursor: ({ path, line, column }) => ["--goto", `${path}:${line}:${column}`],
  zed: ({ path, line, column }) => [`${path}:${line}:${column}`],
  subl: ({ path, line, column }) => [`${path}:${line}:${column}`],
  idea: ({ path, line, column }) => ["--line", String(line), "--column", String(column - 1), path],
  webstorm: ({ path, line, column }) => ["--line", String(line), "--column", String(column - 1), path],
};

export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Opens the file at the place; false where there is no editor that this program knows how to ask. */
export async function openEditor(place: Place, environment = process.env): Promise<boolean> {
  const named = environment.EVENTSITE_EDITOR || environment.VISUAL;
  if (named) {
    const [command = named, ...args] = commandOf(named);
    const at = EDITORS[basename(command).replace(/\.\w+$/, "")] ?? EDITORS.subl;
    return start(command, [...args, ...(at?.(place) ?? [])]);
  }
  for (const [command, args] of Object.entries(EDITORS)) if (await start(command, args(place))) return true;
  return false;
}

/** A path with blanks in it may be written without quotes, where it is all there is. */
const commandOf = (named: string): readonly string[] => (existsSync(named) ? [named] : splitCommand(named));

function start(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: "ignore", detached: true, windowsHide: true });
    child.once("error", () => done(false));
    child.once("spawn", () => {
      child.unref();
      done(true);
    });
  });
}
