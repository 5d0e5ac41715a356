// The parameters of each operation. The socket's owner is trusted, but a command of another version may send other parameters.
import * as z from "zod";
import { FORM_NAME } from "../contract.ts";
import { StoreError } from "../errors.ts";
import { parseEmailAddress } from "../mail/email-address.ts";
import type { Outbox } from "../store/outbox.ts";
import { ENTRY_STATES } from "../store/outbox-entry.ts";
import { CommandError, type Problem } from "./protocol.ts";

const time = z.number().int().min(0);
export const address = z
  .string()
  .max(1000)
  .transform((text) => text.normalize("NFC").trim())
  .refine((text) => parseEmailAddress(text) !== null, "is no address that mail can be sent to");
/** Of a submission or a mail, or a reference. */
export const id = z.string().min(1).max(100);
const state = z.enum(ENTRY_STATES);
export const form = z.string().regex(FORM_NAME, "is no name of a form");
/** What somebody names one by one. */
export const named = z.strictObject({ ids: z.array(id).min(1).max(1000).readonly() });
export const target = z.union([named, z.strictObject({ state, form: form.optional() })]);
export const sender = z.string().max(500);

export const FILTER = {
  state: state.optional(),
  form: form.optional(),
  email: z.string().max(254).optional(),
  receivedFrom: time.optional(),
  receivedBefore: time.optional(),
  search: z.string().max(200).optional(),
  heldFor: z.enum(["suspicion", "blocked"]).optional(),
  limit: z.number().int().min(1).optional(),
  /** The id of a submission: the list goes on behind it. */
  after: z.string().max(100).optional(),
};
export type Filter = z.input<z.ZodObject<typeof FILTER>>;

/** As the command's options are called. */
export const DOCTOR = {
  /** Where browsers reach the relay; without it, the address it listens on. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  dkimSelector: z.array(z.string().min(1).max(300)).max(20).readonly(),
  sendTest: address.optional(),
};
export type DoctorParameters = z.infer<z.ZodObject<typeof DOCTOR>>;

/** An operation whose parameters are read first; `shape`: what each of them is. */
export function operation<Shape extends z.ZodRawShape, Result>(
  shape: Shape,
  run: (parameters: z.infer<z.ZodObject<Shape>>, actor: string) => Result,
) {
  const schema = z.strictObject(shape);
  return (parameters: z.input<z.ZodObject<Shape>>, actor: string): Result =>
    run(parseParameters(schema, parameters) as z.infer<z.ZodObject<Shape>>, actor);
}

/** Rejects with USAGE and what is wrong where. */
function parseParameters<Schema extends z.ZodType>(schema: Schema, parameters: unknown): z.infer<Schema> {
  const result = schema.safeParse(parameters);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join(".") || "parameters"}: ${message}`);
  throw new CommandError("USAGE", problems.join("; "));
}

// Why an operation could not do what it was called for: which mail, which file, the reason, and what to do.

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

/** Why a copy cannot be written. The file is named by who asks for it, and written by the relay. */
export function backupProblem(path: string, cause: unknown): CommandError {
  const code = cause instanceof StoreError ? cause.failure : String((cause as NodeJS.ErrnoException).code ?? "");
  const isThere = code === "EEXIST";
  const hint = isThere
    ? "choose another name, or delete it first: a backup overwrites nothing"
    : "the relay itself writes the file: name one in a folder that is there, has room, and that it may write to, such as its volume";
  const message = `${path} ${isThere ? "is there already" : `could not be written (${code})`}.`;
  return new CommandError("BACKUP_FAILED", message, { hint, cause });
}
