// What commands have in common: their surroundings, their exit codes, and the running relay.
import type { Command } from "commander";
import { readSocketPath } from "../config/config.ts";
import type { Service } from "../service/operations.ts";
import { CommandError, type CommandProblem } from "../service/protocol.ts";
import { type AnswerOf, callRelay, type ParametersOf } from "./call-relay.ts";

export { counted } from "../text/counted.ts";

/** As the site's command line has them; scripts rely on these. 74 is `EX_IOERR` of sysexits(3): the disk can no longer be trusted. 75 is `EX_TEMPFAIL`: a mail
 * server keeps the mail and comes again. */
export const EXIT = { done: 0, failed: 1, usage: 2, storeFailed: 74, tryAgain: 75, interrupted: 130 } as const;

export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C, SIGTERM and SIGHUP, with the signal's name as reason. */
  readonly signal: AbortSignal;
}

export interface CommandLine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly program: Command;
  readonly add: (name: string, description: string) => Command;
  readonly ask: <Name extends keyof Service>(name: Name, parameters: ParametersOf<Name>) => Promise<AnswerOf<Name>>;
  /** What the running relay answers; or, where none runs, what `otherwise` makes of that. */
  readonly askIfRunning: <Name extends keyof Service>(
    name: Name,
    parameters: ParametersOf<Name>,
    otherwise: (problem: CommandProblem) => Promise<AnswerOf<Name>>,
  ) => Promise<AnswerOf<Name>>;
}

/** What commands are added to, and how they ask the running relay: what passes is JSON. */
export function createCommandLine(program: Command, { env, signal }: CommandContext): CommandLine {
  /** Of the configuration only the socket matters here: the others are the relay's own. */
  const ask = <Name extends keyof Service>(name: Name, parameters: ParametersOf<Name>): Promise<AnswerOf<Name>> =>
    callRelay(readSocketPath(env), name, parameters, signal);
  return {
    env,
    signal,
    program,
    add: (name, description) =>
      program.command(name).description(description).option("--json", "print one JSON document"),
    ask,
    askIfRunning: <Name extends keyof Service>(
      name: Name,
      parameters: ParametersOf<Name>,
      otherwise: (problem: CommandProblem) => Promise<AnswerOf<Name>>,
    ): Promise<AnswerOf<Name>> =>
      ask(name, parameters).catch((error) => {
        if (!(error instanceof CommandError) || error.problem.code !== "RELAY_NOT_RUNNING") throw error;
        return otherwise(error.problem);
      }),
  };
}
