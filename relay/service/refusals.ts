// Why an operation could not do what it was called for: which mail, which file, the reason, and what to do.

import { StoreError } from "../errors.ts";
import { readBlock } from "../requests/sender-block.ts";
import type { Block } from "../store/operations/blocks.ts";
import type { Outbox } from "../store/outbox.ts";
import { CommandError, type CommandProblem } from "./protocol.ts";

export type OperatorAction = "retried" | "resent" | "released" | "redirected";

const NEEDED: Readonly<Record<OperatorAction, string>> = {
  retried: "only mails that wait or were given up are retried",
  resent: "only mails to the team that are not held are sent again",
  released: "only held mails are released",
  redirected: "only mails to the team that have not been delivered are redirected",
};

export async function whyNot(outbox: Outbox, action: OperatorAction, id: string): Promise<CommandProblem> {
  const submission = await outbox.find(id);
  if (submission === null) return unknown(id).problem;
  const states = submission.entries.map(({ kind, state }) => `${kind} ${state}`).join(", ");
  return {
    code: "STATE_CONFLICT",
    message: `${id} was left as it is: ${states || "it has no mails"}.`,
    hint: NEEDED[action],
  };
}

export const unknown = (id: string) =>
  new CommandError("SUBMISSION_UNKNOWN", `There is no submission ${id}.`, {
    hint: "`eventsite-relay list` shows their references",
  });

/** Why a copy cannot be written. The caller names the file, and the relay writes it. */
export function backupProblem(path: string, cause: unknown): CommandError {
  const code = cause instanceof StoreError ? cause.failure : String((cause as NodeJS.ErrnoException).code ?? "");
  const isThere = code === "EEXIST";
  const hint = isThere
    ? "choose another name, or delete it first: a backup overwrites nothing"
    : "the relay itself writes the file: name one in a folder that is there, has room, and that it may write to, such as its volume";
  const message = `${path} ${isThere ? "is there already" : `could not be written (${code})`}.`;
  return new CommandError("BACKUP_FAILED", message, { hint, cause });
}

export const BLOCK_HINT =
  "an email address, a domain such as spam.example, an IP address or range such as 203.0.113.0/24, or words; what is between quotation marks is words in any case";

/** By its id, or by what somebody wrote to block it. */
export function findBlock(blocks: readonly Block[], query: string): Block | undefined {
  const holding = blocks.filter(({ liftedAt }) => liftedAt === null);
  const sender = readBlock(query);
  return (
    holding.find(({ id }) => id === query.trim().toLowerCase()) ??
    holding.find(({ kind, value }) => typeof sender !== "string" && kind === sender.kind && value === sender.value)
  );
}
