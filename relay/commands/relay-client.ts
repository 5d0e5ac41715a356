import { readSocketPath } from "../config/config.ts";
import { type ControlClient, createControlClient } from "../service/control-client.ts";
import { CommandError, type Problem } from "../service/protocol.ts";
import type { CommandContext } from "./command-context.ts";

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
