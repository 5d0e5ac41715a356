// retry, release and redirect: commands that move mails on.
import type { Command } from "commander";
import type { ChangeResult } from "../control/operations.ts";
import { CommandError } from "../control/protocol.ts";
import type { CommandContext } from "./command-context.ts";
import { EXIT } from "./exit-codes.ts";
import { formOption, jsonOption } from "./options.ts";
import { relayClient } from "./relay-client.ts";
import { errorOf, printDiagnostics, printDocument, say } from "./report.ts";

interface ChangeFlags {
  readonly all?: boolean;
  readonly form?: string;
  readonly to?: string;
  readonly json?: boolean;
}

interface ChangeCommand {
  readonly name: "retry" | "resend" | "release" | "redirect";
  readonly description: string;
  /** The state of the mails that `--all` means; null where there is no `--all`. */
  readonly state: "dead" | "held" | null;
  /** "2 mails queued to be sent again" */
  readonly done: string;
}

const COMMANDS: readonly ChangeCommand[] = [
  { name: "retry", description: "send again at once what was given up or waits", state: "dead", done: "due now" },
  {
    name: "resend",
    description: "send mails for the team once more, also those that were delivered",
    state: null,
    done: "due now",
  },
  { name: "release", description: "send what was held as suspicious", state: "held", done: "released" },
  {
    name: "redirect",
    description: "send mails for the team that are not delivered to another address",
    state: "dead",
    done: "redirected",
  },
];

export function addChangeCommands(program: Command, context: CommandContext): void {
  for (const change of COMMANDS) {
    const command = program
      .command(change.name)
      .description(change.description)
      .argument("[reference...]", "references or ids of submissions, or ids of single mails")
      .addOption(jsonOption());
    if (change.state !== null)
      command.option("--all", `all mails that are ${change.state}`).addOption(formOption("with --all: of this form"));
    if (change.name === "redirect") command.requiredOption("--to <address>", "the address they go to");
    command.action((ids: readonly string[], flags: ChangeFlags) => run(change, ids, flags, context));
  }
}

async function run(
  { name, state, done }: ChangeCommand,
  ids: readonly string[],
  { all, form, to, json }: ChangeFlags,
  context: CommandContext,
): Promise<void> {
  if (ids.length > 0 === (all === true))
    throw new CommandError("USAGE", state === null ? "Name references." : "Name references, or give --all.", {
      hint: `eventsite-relay ${name} --help`,
    });
  const parameters = name === "resend" ? { ids } : { target: all ? { state, form } : { ids }, to };
  const { count, problems } = (await relayClient(context).request(name, parameters)) as ChangeResult;
  const diagnostics = problems.map(errorOf);
  if (json) printDocument(problems.length === 0, { count }, diagnostics);
  else {
    printDiagnostics(diagnostics);
    say(`${count} ${count === 1 ? "mail" : "mails"} ${done}.`);
  }
  if (problems.length > 0) process.exitCode = EXIT.failed;
}
