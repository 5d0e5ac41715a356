import { BuildFailedError, type Diagnostic, EventsiteError } from "../../../cli/index.ts";

/** Causes a mistake in a small site, and gives what is reported. */
export type Cause = (root: string) => Promise<readonly Diagnostic[]>;

/** What the refusal of a command says; a command that is done has not been refused. */
export async function refusalOf(command: Promise<unknown>): Promise<readonly Diagnostic[]> {
  try {
    await command;
  } catch (error) {
    if (error instanceof BuildFailedError) return error.diagnostics;
    if (error instanceof EventsiteError) return [error.toDiagnostic()];
    throw error;
  }
  throw new Error("The command did what it should have refused.");
}
