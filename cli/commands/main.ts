// The entry point: arguments and variables in, text and an exit code out.
import { Command, CommanderError } from "commander";
import { BuildFailedError, type Diagnostic, EventsiteError } from "../index.ts";
import { addBuildCommand } from "./build.ts";
import { addCheckCommand } from "./check.ts";
import { addDeployCommand } from "./deploy.ts";
import { addDiffCommand } from "./diff.ts";
import { EXIT } from "./exit-codes.ts";
import { addExplainCommand } from "./explain.ts";
import { addHostCommand } from "./host.ts";
import { addMailWordsCommand } from "./mail-words.ts";
import { addNewCommand } from "./new.ts";
import { addPublicationsCommand } from "./publications.ts";
import { addRenameCommand } from "./rename.ts";
import { printFailure } from "./report.ts";
import { addSchemaCommand } from "./schema.ts";
import { addServeCommand } from "./serve.ts";
import { addVerifyCommand } from "./verify.ts";

export async function main(args: readonly string[]): Promise<void> {
  const interruption = new AbortController();
  const json = args.includes("--json");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interruption.abort());
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreHangUp);
  const program = new Command("eventsite")
    .description("Builds the website from content/ into dist/.")
    .exitOverride()
    .configureOutput({
      writeErr: (text) => json || process.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, "eventsite: ")),
    })
    .showHelpAfterError("(run `eventsite --help` for the commands and options)");
  addBuildCommand(program, interruption.signal);
  addCheckCommand(program, interruption.signal);
  addServeCommand(program, interruption.signal);
  addDeployCommand(program, interruption.signal);
  addPublicationsCommand(program, interruption.signal);
  addDiffCommand(program, interruption.signal);
  addNewCommand(program, args);
  addRenameCommand(program);
  addSchemaCommand(program);
  addExplainCommand(program);
  addMailWordsCommand(program);
  addHostCommand(program);
  addVerifyCommand(program, interruption.signal);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    process.exitCode = exitCodeOf(error, interruption.signal, json);
  }
  // A worker or an open connection must not keep a finished command alive.
  if (!process.exitCode) return;
  await new Promise<void>((done) => process.stdout.write("", () => done()));
  process.exit();
}

function exitCodeOf(error: unknown, signal: AbortSignal, json: boolean): number {
  if (signal.aborted) return EXIT.interrupted;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done;
    // The parser has already reported this to people.
    if (json) printFailure([usageProblem(error)], json);
    return EXIT.usage;
  }
  if (error instanceof BuildFailedError) {
    printFailure(error.diagnostics, json);
    return error.diagnostics.some(({ code }) => code === "DEPLOY_BUSY") ? EXIT.busy : EXIT.failed;
  }
  if (error instanceof EventsiteError) {
    printFailure([error.toDiagnostic() as Diagnostic], json);
    return error.code === "USAGE" ? EXIT.usage : EXIT.failed;
  }
  throw error;
}

function usageProblem({ message }: CommanderError): Diagnostic {
  const [, what = "", suggestion] = /^(?:error: )?(.*?)(?:\n\((Did you mean .*)\))?$/s.exec(message) ?? [];
  return {
    code: "USAGE",
    severity: "error",
    message: what,
    hint: suggestion ?? "run `eventsite --help` for the commands and options",
  };
}

/** A reader that closes the pipe early, as in `eventsite check | head`, is no error. */
function ignoreHangUp(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
