import { readSocketPath } from "../config/environment.ts";
import { type ControlClient, createControlClient } from "../control/control-client.ts";
import type { CommandContext } from "./command-context.ts";

/** The running relay. Of the configuration only the socket matters here: the others are the relay's own. */
export const relayClient = ({ env, signal }: CommandContext): ControlClient =>
  createControlClient(readSocketPath(env), signal);
