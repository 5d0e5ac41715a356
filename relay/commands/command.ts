// What commands have in common: their surroundings, their exit codes, and the running relay.
import { readSocketPath } from "../config/config.ts";
import { type ControlClient, createControlClient } from "../service/control-client.ts";
import { CommandError, type Problem } from "../service/protocol.ts";

/** As the site's command line has them; scripts rely on these. 74 is `EX_IOERR` of sysexits(3): the disk can no longer be trusted. 75 is `EX_TEMPFAIL`: a mail
 * server keeps the mail and comes again. */
export const EXIT = { done: 0, failed: 1, usage: 2, storeFailed: 74, tryAgain: 75, interrupted: 130 } as const;

export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C and by SIGTERM, with the signal's name as reason. */
  readonly signal: AbortSignal;
}

/** The running relay. Of the configuration only the socket matters here: the others are the relay's own. */
export const relayClient = ({ env, signal }: CommandContext): ControlClient =>
  createControlClient(readSocketPath(env), signal);

/** What the running relay answers; or, where none runs, what `otherwise` makes of that. */
export async function askIfRunning<Result>(
  context: CommandContext,
  ask: (relay: ControlClient) => Promise<Result>,
  otherwise: (problem: Problem) => Promise<Result>,
): Promise<Result> {
  try {
    return await ask(relayClient(context));
  } catch (error) {
    if (!(error instanceof CommandError) || error.problem.code !== "RELAY_NOT_RUNNING") throw error;
    return otherwise(error.problem);
  }
}
