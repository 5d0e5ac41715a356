// What passes between the command line and the running relay: HTTP over a local socket that only its owner may open.
// `POST /commands/NAME` with JSON. The answer is one JSON document.
import type { Page } from "../store/operations/list.ts";

/** A problem in plain words, as commands report it. */
export interface CommandProblem {
  readonly code: ProblemCode;
  readonly message: string;
  readonly hint: string | null;
}

/** What a command can fail with, and what it means. */
export const problemCodes = {
  USAGE: "An option or an argument that the command does not know.",
  CONFIG_INVALID: "The environment variables do not make a configuration.",
  RELAY_NOT_RUNNING: "No relay answers on the local socket.",
  RELAY_RUNNING: "Another relay already uses this store, this socket or this port.",
  SOCKET_DENIED: "The local socket belongs to another user.",
  SOCKET_FAILED: "The local socket could not be opened.",
  SERVER_FAILED: "The relay could not listen on its address.",
  CONNECTION_LOST: "The relay went away before its answer was whole.",
  SUBMISSION_UNKNOWN: "There is no submission or mail with this reference or id.",
  STATE_CONFLICT: "The mail is in a state in which this cannot be done.",
  BLOCK_UNKNOWN: "There is no block with this id, or of this sender.",
  BACKUP_FAILED: "The copy of the store could not be written.",
  BACKUP_UNUSABLE: "The backup could not take the store's place.",
  OUTPUT_FAILED: "The output file could not be written.",
  STORE_FAILED: "The store could not be opened, or does not take this change.",
  CHECK_FAILED: "A check of `doctor` failed.",
} as const;
export type ProblemCode = keyof typeof problemCodes;

export interface Finding {
  /** What was looked at: "preflight", "mail server: login". */
  readonly check: string;
  readonly status: "ok" | "warning" | "failed" | "skipped";
  readonly message: string;
  readonly hint: string | null;
}

export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly problem: CommandProblem;
  constructor(code: ProblemCode, message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.problem = { code, message, hint: options.hint ?? null };
  }
}

/** The operations of the relay, by name; the actor is who runs one, as it is recorded: "command:root", or somebody's login. */
export type AnyService = Readonly<Record<string, (parameters: never, actor: string) => Promise<unknown>>>;

/** Carries who runs the command, percent-encoded. */
export const ACTOR_HEADER = "x-relay-actor";

/** Parameters are short: names, filters, an address. */
export const MAX_PARAMETER_BYTES = 65_536;

export const COMMANDS_PATH = "/commands/";

/** All of a list, page by page. */
export async function* eachItem<Item>(pageAfter: (after?: string) => Promise<Page<Item>>): AsyncGenerator<Item> {
  for (let after: string | undefined; ; ) {
    const { items, next }: Page<Item> = await pageAfter(after);
    yield* items;
    if (next === null) return;
    after = next;
  }
}
