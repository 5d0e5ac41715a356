// Why an operation could not do what it was called for: which mail, which file, the reason, and what to do.
import { StoreError, storeHints } from "../errors.ts";
import type { Outbox } from "../store/outbox.ts";
import { CommandError, type Problem } from "./protocol.ts";

/** What a person has done to mails. */
export type Action = "retried" | "resent" | "released" | "redirected";

const NEEDED: Readonly<Record<Action, string>> = {
  retried: "only mails that wait or were given up are retried",
  resent: "only mails to the team that are not held are sent again",
  released: "only held mails are released",
  redirected: "only mails to the team that have not been delivered are redirected",
};

export async function whyNot(outbox: Outbox, action: Action, id: string): Promise<Problem> {
  const found = await outbox.find(id);
  if (found === null) return unknown(id).problem;
  const states = found.entries.map(({ kind, state }) => `${kind} ${state}`).join(", ");
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

/** Why a copy cannot be written, and what to do about it. */
const BACKUP_FAILURES: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EEXIST: ["is there already", "choose another name, or delete it first: a backup overwrites nothing"],
  ENOENT: ["lies in a folder that does not exist", "make the folder first, or name another one"],
  ENOTDIR: ["lies below a file that is no folder", "name a file in a folder"],
  EROFS: ["lies on a disk that cannot be written", "name a folder on another disk"],
  ENOSPC: ["found no room on its disk", "make room, or name a folder on another disk"],
  full: ["found no room on its disk", "make room, or name a folder on another disk"],
  damaged: ["could not be written: the store is damaged", storeHints.damaged],
};
const BACKUP_DENIED = [
  "may not be written by the user the relay runs as",
  "the relay itself writes the file: name one in a folder that it may write to, such as its volume",
] as const;

export function backupProblem(path: string, cause: unknown): CommandError {
  const code = cause instanceof StoreError ? cause.failure : String((cause as NodeJS.ErrnoException).code ?? "");
  const isDenied = /^E(?:ACCES|PERM)$/.test(code);
  const [reason, hint] = isDenied ? BACKUP_DENIED : (BACKUP_FAILURES[code] ?? [`could not be written (${code})`, null]);
  return new CommandError("BACKUP_FAILED", `${path} ${reason}.`, { ...(hint === null ? {} : { hint }), cause });
}
