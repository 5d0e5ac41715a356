// The edge of the process: arguments and variables in, text and an exit code out.
import { Command, CommanderError } from "commander";
import { BuildFailedError, type Diagnostic, EventsiteError } from "../index.ts";
import { addBuildCommand } from "./build.ts";
import { addCheckCommand } from "./check.ts";
import { EXIT } from "./exit-codes.ts";
import { printFailure } from "./report.ts";
import { addServeCommand } from "./serve.ts";

export async function main(args: readonly string[]): Promise<void> {
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interruption.abort());
  const program = new Command("eventsite")
    .description("Builds the website from content/ into dist/.")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "eventsite: ")) })
    .showHelpAfterError("(run `eventsite --help` for the commands and options)");
  addBuildCommand(program, interruption.signal);
  addCheckCommand(program);
  addServeCommand(program, interruption.signal);
  const json = args.includes("--json");
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    process.exitCode = exitCodeOf(error, interruption.signal, json);
  }
  // A second thread or a kept-alive connection must not hold a finished command.
  if (!process.exitCode) return;
  await new Promise<void>((done) => process.stdout.write("", () => done()));
  process.exit();
}

function exitCodeOf(error: unknown, signal: AbortSignal, json: boolean): number {
  if (signal.aborted) return EXIT.interrupted;
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof BuildFailedError) {
    printFailure(error.diagnostics, json);
    return EXIT.failed;
  }
  if (error instanceof EventsiteError) {
    printFailure([error.toDiagnostic() as Diagnostic], json);
    return error.code === "USAGE" ? EXIT.usage : EXIT.failed;
  }
  throw error;
}
