// The edge of the process: arguments and variables in, text and an exit code out.

import { Command, CommanderError } from "commander";
import { ConfigError } from "../errors.ts";
import { CommandError, type CommandProblem } from "../service/protocol.ts";
import { version } from "../version.ts";
import { addBackupCommand, addVerifyBackupCommand } from "./backup.ts";
import { addBlockCommands } from "./block.ts";
import { addBounceCommand } from "./bounce.ts";
import { addChangeCommands } from "./change.ts";
import { type CommandContext, createCommandLine, EXIT } from "./command-line.ts";
import { addDoctorCommand } from "./doctor.ts";
import { addEraseCommand } from "./erase.ts";
import { addExportCommand } from "./export.ts";
import { addListCommand } from "./list.ts";
import { addMoveCommand } from "./move.ts";
import { printProblems } from "./print.ts";
import { addShowCommand } from "./show.ts";
import { addStartCommand } from "./start.ts";

export async function main(args: readonly string[], env: CommandContext["env"]): Promise<void> {
  const interruption = new AbortController();
  const json = args.includes("--json");
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => interruption.abort(name));
  for (const stream of [process.stdout, process.stderr]) stream.on("error", failOnLostOutput);
  try {
    const program = programOf({ env, signal: interruption.signal }, json);
    await program.parseAsync(args.length === 0 ? ["start"] : args, { from: "user" });
  } catch (error) {
    process.exitCode = exitCodeOf(error, interruption.signal, json);
  }
  // A kept-alive connection must not hold a finished command.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write("", done))));
  process.exit();
}

/** In the order of the help. */
const COMMANDS = [
  addStartCommand,
  addListCommand,
  addShowCommand,
  addChangeCommands,
  addExportCommand,
  addEraseCommand,
  addBlockCommands,
  addBounceCommand,
  addBackupCommand,
  addVerifyBackupCommand,
  addMoveCommand,
  addDoctorCommand,
];

function programOf(context: CommandContext, json: boolean): Command {
  const program = new Command("eventsite-relay")
    .description("Takes the requests of the site's forms and mails them. Without a command it starts the relay.")
    .version(version, "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      writeErr: (text) => json || process.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, "eventsite-relay: ")),
    })
    .showHelpAfterError("(run `eventsite-relay --help` for the commands and options)");
  const cli = createCommandLine(program, context);
  for (const add of COMMANDS) add(cli);
  return program;
}

function exitCodeOf(error: unknown, signal: AbortSignal, json: boolean): number {
  if (signal.aborted) return EXIT.interrupted;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done;
    // For people, the parser itself has said what is wrong.
    if (json) printProblems(json, [usageProblem(error)]);
    return EXIT.usage;
  }
  const problems = problemsOf(error);
  printProblems(json, problems);
  return problems.some(({ code }) => code === "USAGE") ? EXIT.usage : EXIT.failed;
}

function problemsOf(error: unknown): readonly CommandProblem[] {
  if (error instanceof CommandError) return [error.problem];
  if (!(error instanceof ConfigError)) throw error;
  return error.problems.map(({ variable, message, hint }) => ({
    code: "CONFIG_INVALID",
    message: `${variable} ${message}`,
    hint,
  }));
}

const usageProblem = ({ message }: CommanderError): CommandProblem => ({
  code: "USAGE",
  message: message.replace(/^error: /, ""),
  hint: "run `eventsite-relay --help` for the commands and options",
});

let isReported = false;

/** A reader that goes before the end, as in `eventsite-relay list | head`, has seen what it wanted. */
function failOnLostOutput(error: NodeJS.ErrnoException): void {
  if (isReported || error.code === "EPIPE") return;
  isReported = true;
  process.exitCode = EXIT.failed;
  const reason = error.code === "ENOSPC" ? "the disk is full" : `the system says ${error.code}`;
  process.stderr.write(`eventsite-relay: the output could not be written: ${reason}.\n`);
}
