// retry, resend, release, redirect and bounce: commands that move mails on.

import type { FlushResult } from "../service/change-mails.ts";
import { CommandError } from "../service/protocol.ts";
import type { BounceOutcome } from "../service/take-bounce.ts";
import type { Target } from "../store/operations/move-entries.ts";
import { counted } from "../text/counted.ts";
import type { CommandLine } from "./command-line.ts";
import type { Flags } from "./options.ts";
import { answer, pauseLines } from "./print.ts";

interface ChangeFlags extends Flags {
  readonly all?: boolean;
  readonly form?: string;
  readonly to?: string;
  readonly givenUp?: boolean;
}

interface ChangeCommand {
  readonly description: string;
  /** What `--all` means, and the state of these mails; null where there is no `--all`. */
  readonly all: readonly [state: "queued" | "dead" | "held", description: string] | null;
  /** "2 mails released" */
  readonly done: string;
}

const COMMANDS = {
  retry: {
    description: "send again at once what was given up or waits",
    all: ["queued", "all mails that wait"],
    done: "due now",
  },
  resend: {
    description: "send mails for the team once more, also those that were delivered",
    all: null,
    done: "due now",
  },
  release: {
    description: "send what was held as suspicious",
    all: ["held", "all mails that are held"],
    done: "released",
  },
  redirect: {
    description: "send mails for the team that are not delivered to another address",
    all: ["dead", "all mails that were given up"],
    done: "redirected",
  },
} as const satisfies Readonly<Record<string, ChangeCommand>>;
type ChangeName = keyof typeof COMMANDS;

export function addChangeCommands(cli: CommandLine): void {
  for (const name of Object.keys(COMMANDS) as ChangeName[]) {
    const { description, all }: ChangeCommand = COMMANDS[name];
    const command = cli
      .add(name, description)
      .argument("[reference...]", "references or ids of submissions, or ids of single mails");
    if (all !== null) command.option("--all", all[1]).option("--form <form>", "with --all: of this form");
    if (name === "retry") command.option("--given-up", "with --all: what was given up, too");
    if (name === "redirect") command.requiredOption("--to <address>", "the address they go to");
    command.action((ids: readonly string[], flags: ChangeFlags) => run(name, ids, flags, cli));
  }
}

async function run(
  name: ChangeName,
  ids: readonly string[],
  { all, form, to, givenUp = false, json }: ChangeFlags,
  cli: CommandLine,
): Promise<void> {
  const { all: every, done }: ChangeCommand = COMMANDS[name];
  if (ids.length > 0 === (all === true))
    throw new CommandError("USAGE", every === null ? "Name references." : "Name references, or give --all.", {
      hint: `eventsite-relay ${name} --help`,
    });
  if (name === "retry" && all) {
    const result = await cli.ask("flush", { form, givenUp });
    return answer(json, result, flushText(result));
  }
  const target: Target = every !== null && all ? { state: every[0], form } : { ids };
  // As they are before: a server that is away is tried at once, and no pause meanwhile.
  const pauses = name === "release" || name === "redirect" ? [] : await cli.ask("pauses", {});
  const { count, problems } = await cli.ask(name, name === "redirect" ? { target, to } : { target });
  answer(json, { count, pauses }, [`${mails(count)} ${done}.`, ...pauseLines(pauses)].join("\n"), problems);
}

const mails = (count: number): string => counted(count, "mail");

/** Everything that waits, now: as `postqueue -f`. */
const flushText = ({ count, queued, givenUp, held, pauses }: FlushResult): string =>
  [
    `${mails(count)} due now; ${mails(queued)} in the queue.`,
    ...pauseLines(pauses),
    ...(pauses.length > 0 ? ["A server that is away is asked now, and gets what waits for it once it answers."] : []),
    ...(givenUp > 0
      ? [`${mails(givenUp)} given up: \`eventsite-relay retry --all --given-up\` sends them again.`]
      : []),
    ...(held > 0 ? [`${mails(held)} held: \`eventsite-relay release --all\` sends them.`] : []),
  ].join("\n");

export const WORDS: Readonly<Record<BounceOutcome, string>> = {
  recorded: "The bounce is kept with its mail.",
  repeated: "This bounce is known already.",
  unknown: "It is about no acknowledgement of this relay; nothing was changed.",
  "no-bounce": "The mail reports no failure; nothing was changed.",
};
