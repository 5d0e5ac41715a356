// retry, release and redirect: commands that move mails on.
import type { Command } from "commander";
import { MAX_BOUNCE_BYTES, parseBounce } from "../mail/parse-bounce.ts";
import type { ControlClient } from "../service/control-client.ts";
import { CommandError } from "../service/protocol.ts";
import type { BounceOutcome, ChangeResult, Service } from "../service/service.ts";
import type { Target } from "../store/outbox.ts";
import {
  answer,
  type CommandContext,
  counted,
  EXIT,
  errorOf,
  formOption,
  jsonOption,
  pauseLines,
  printDiagnostics,
  printDocument,
  relayClient,
} from "./command.ts";

interface ChangeFlags {
  readonly all?: boolean;
  readonly form?: string;
  readonly to?: string;
  readonly givenUp?: boolean;
  readonly json?: boolean;
}

interface ChangeCommand {
  readonly name: "retry" | "resend" | "release" | "redirect";
  readonly description: string;
  /** The state of the mails that `--all` means; null where there is no `--all`. */
  readonly state: "queued" | "dead" | "held" | null;
  readonly call: (relay: ControlClient, target: Target, ids: readonly string[], to: string) => Promise<ChangeResult>;
  readonly all?: string;
  /** "2 mails queued to be sent again" */
  readonly done: string;
}

const COMMANDS: readonly ChangeCommand[] = [
  {
    name: "retry",
    description: "send again at once what was given up or waits",
    state: "queued",
    call: (relay, target) => relay.request("retry", { target }),
    all: "all mails that wait",
    done: "due now",
  },
  {
    name: "resend",
    description: "send mails for the team once more, also those that were delivered",
    state: null,
    call: (relay, _target, ids) => relay.request("resend", { ids }),
    done: "due now",
  },
  {
    name: "release",
    description: "send what was held as suspicious",
    state: "held",
    call: (relay, target) => relay.request("release", { target }),
    all: "all mails that are held",
    done: "released",
  },
  {
    name: "redirect",
    description: "send mails for the team that are not delivered to another address",
    state: "dead",
    call: (relay, target, _ids, to) => relay.request("redirect", { target, to }),
    all: "all mails that were given up",
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
    if (change.state !== null) command.option("--all", change.all).addOption(formOption("with --all: of this form"));
    if (change.name === "retry") command.option("--given-up", "with --all: what was given up, too");
    if (change.name === "redirect") command.requiredOption("--to <address>", "the address they go to");
    command.action((ids: readonly string[], flags: ChangeFlags) => run(change, ids, flags, context));
  }
}

async function run(
  { name, state, done, call }: ChangeCommand,
  ids: readonly string[],
  { all, form, to = "", givenUp, json }: ChangeFlags,
  context: CommandContext,
): Promise<void> {
  if (ids.length > 0 === (all === true))
    throw new CommandError("USAGE", state === null ? "Name references." : "Name references, or give --all.", {
      hint: `eventsite-relay ${name} --help`,
    });
  if (name === "retry" && all) return flush({ form, givenUp: givenUp === true }, json === true, context);
  const relay = relayClient(context);
  const { count, problems } = await call(relay, state === null || !all ? { ids } : { state, form }, ids, to);
  const pauses = name === "release" || name === "redirect" ? [] : await relay.request("pauses", {});
  answer(json, { count, pauses }, [`${mails(count)} ${done}.`, ...pauseLines(pauses)].join("\n"), problems);
}

const mails = (count: number): string => counted(count, "mail");

/** Everything that waits, now: as `postqueue -f`. */
async function flush(
  parameters: Parameters<Service["flush"]>[0],
  json: boolean,
  context: CommandContext,
): Promise<void> {
  const result = await relayClient(context).request("flush", parameters);
  const { count, queued, givenUp, held, pauses } = result;
  const lines = [
    `${mails(count)} due now; ${mails(queued)} in the queue.`,
    ...pauseLines(pauses),
    ...(pauses.length > 0 ? ["A server that is away is asked now, and gets what waits for it once it answers."] : []),
    ...(givenUp > 0
      ? [`${mails(givenUp)} given up: \`eventsite-relay retry --all --given-up\` sends them again.`]
      : []),
    ...(held > 0 ? [`${mails(held)} held: \`eventsite-relay release --all\` sends them.`] : []),
  ];
  answer(json, result, lines.join("\n"));
}

const WORDS: Readonly<Record<BounceOutcome, string>> = {
  recorded: "The bounce is kept with its mail.",
  repeated: "This bounce is known already.",
  unknown: "It is about no acknowledgement of this relay; nothing was changed.",
  "no-bounce": "The mail reports no failure; nothing was changed.",
};

/** A mail server tries again later if the relay does not run. What is no bounce of ours is accepted too, or it would bounce itself. */
export function addBounceCommand(program: Command, context: CommandContext): void {
  program
    .command("bounce")
    .description("record a bounced mail from standard input, as a mail server pipes it (relay/deliverability.md)")
    .option("--recipient <address>", "the address that it came to; otherwise its headers say it")
    .addOption(jsonOption())
    .action(async ({ recipient, json }: { recipient?: string; json?: boolean }) => {
      const report = await parseBounce(await readInput(), recipient ?? null);
      try {
        const { outcome } = await relayClient(context).request("bounce", { report });
        answer(json, { outcome }, WORDS[outcome]);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        if (json) printDocument(false, {}, [errorOf(error.problem)]);
        else printDiagnostics([errorOf(error.problem)]);
        process.exitCode = EXIT.tryAgain;
      }
    });
}

async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    // To its end, or the mail server's pipe would break.
    if (size < MAX_BOUNCE_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
}
