// The entry point: arguments and variables in, text and an exit code out.
import { Command, CommanderError } from "commander";
import { programVersion } from "../config/resolve-config.ts";
import { BuildFailedError, type Diagnostic, EventsiteError } from "../diagnostics/diagnostic.ts";
import { failureReason } from "../diagnostics/failure-reason.ts";
import { EXIT, printFailure } from "./report.ts";

type AddCommand = (program: Command, signal: AbortSignal, args: readonly string[], parent: number) => Promise<void>;

// Each part of the program is loaded when a command of it is added. The parts are few, because each more divides what they share into
// smaller files, and a start takes as much longer as there are files to load.
const authoring = () => import("./authoring.ts");
const publishing = () => import("./publishing.ts");
const serving = () => import("./serving.ts");

/** In the order of the help. */
const commands: Readonly<Record<string, AddCommand>> = {
  build: async (program, signal) => (await import("./build.ts")).addBuildCommand(program, signal),
  check: async (program, signal) => (await import("./check.ts")).addCheckCommand(program, signal),
  serve: async (program, signal) => (await serving()).addServeCommand(program, signal),
  start: async (program, signal, _, parent) => (await serving()).addStartCommand(program, signal, parent),
  deploy: async (program, signal) => (await publishing()).addDeployCommand(program, signal),
  publications: async (program, signal) => (await publishing()).addPublicationsCommand(program, signal),
  diff: async (program, signal) => (await publishing()).addDiffCommand(program, signal),
  restore: async (program) => (await publishing()).addRestoreCommand(program),
  init: async (program) => (await authoring()).addInitCommand(program),
  new: async (program, _, args) => (await authoring()).addNewCommand(program, args),
  retire: async (program) => (await authoring()).addRetireCommand(program),
  rename: async (program) => (await authoring()).addRenameCommand(program),
  cms: async (program) => (await serving()).addCmsCommand(program),
  schema: async (program) => (await authoring()).addSchemaCommand(program),
  explain: async (program) => (await authoring()).addExplainCommand(program),
  host: async (program) => (await publishing()).addHostCommand(program),
  verify: async (program, signal) => (await publishing()).addVerifyCommand(program, signal),
};

/** The command that is named first; all commands where help, or a mistake in the name, needs the list. */
const wantedCommands = ([first = ""]: readonly string[]): readonly AddCommand[] => {
  const named = Object.hasOwn(commands, first) ? commands[first] : undefined;
  return named ? [named] : Object.values(commands);
};

export async function main(args: readonly string[], parent: number): Promise<void> {
  const interruption = new AbortController();
  const json = args.includes("--json");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interruption.abort());
  for (const stream of [process.stdout, process.stderr]) stream.on("error", failOnLostOutput);
  const program = new Command("eventsite")
    .description("Builds the website from content/ into dist/.")
    .version(programVersion(), "--version", "print the version of the program")
    .exitOverride()
    .configureOutput({
      writeErr: (text) => json || process.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, "eventsite: ")),
    })
    .showHelpAfterError("(run `eventsite --help` for the commands and options)");
  for (const add of wantedCommands(args)) await add(program, interruption.signal, args, parent);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    process.exitCode = exitCodeOf(error, interruption.signal, json);
  }
  // A worker or an open connection must not keep a finished command alive.
  if (!process.exitCode) return;
  await Promise.all([process.stdout, process.stderr].map(written));
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

/** Resolves once all that was written is with the reader: a pipe takes 64 kB at a time, and an exit would lose the rest. */
const written = (stream: NodeJS.WriteStream) => new Promise<void>((done) => stream.write("", () => done()));

let isReported = false;

/** It is no error when a reader closes the pipe early, as in `eventsite check | head`, or a terminal is closed. */
function failOnLostOutput(error: NodeJS.ErrnoException): void {
  if (isReported || error.code === "EPIPE" || error.code === "EIO") return;
  isReported = true;
  process.exitCode = EXIT.failed;
  process.stderr.write(`eventsite: the output could not be written: ${failureReason(error)}.\n`);
}
