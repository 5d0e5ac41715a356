// The parameters of each operation. The socket's owner is trusted, but a command of another version may send other parameters.
import * as z from "zod";
import { FORM_NAME } from "../contract.ts";
import { parseEmailAddress } from "../mail/email-address.ts";
import { ENTRY_STATES } from "../store/outbox-entry.ts";
import { CommandError } from "./protocol.ts";

const time = z.number().int().min(0);
const address = z
  .string()
  .max(1000)
  .transform((text) => text.normalize("NFC").trim())
  .refine((text) => parseEmailAddress(text) !== null, "is no address that mail can be sent to");
const ids = z.array(z.string().min(1).max(100)).min(1).max(1000).readonly();
const state = z.enum(ENTRY_STATES);
const form = z.string().regex(FORM_NAME, "is no name of a form");
const target = z.union([z.strictObject({ ids }), z.strictObject({ state, form: form.optional() })]);

export const filterSchema = z.strictObject({
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
});
export type Filter = z.input<typeof filterSchema>;
export const oneSchema = z.strictObject({ id: z.string().min(1).max(100) });
export const idsSchema = z.strictObject({ ids });
export const targetSchema = z.strictObject({ target });
export const flushSchema = z.strictObject({ form: form.optional(), givenUp: z.boolean() });
export type FlushParameters = z.input<typeof flushSchema>;
export const redirectSchema = z.strictObject({ target, to: address });
export const eraseSchema = z.strictObject({ email: address });
export const backupSchema = z.strictObject({ path: z.string().startsWith("/").max(4096) });
const text = z.string().max(1000).nullable();
export const bounceSchema = z.strictObject({
  report: z
    .strictObject({
      token: z.strictObject({ entryId: z.string().max(40), proof: z.string().max(40) }).nullable(),
      isPermanent: z.boolean(),
      status: text,
      diagnostic: text,
    })
    .nullable(),
});
/** As somebody wrote it. */
export const blockSchema = z.strictObject({ sender: z.string().max(500) });
export const actionsSchema = z.strictObject({ limit: z.int().min(1).max(1000), before: time.optional() });
export const momentsSchema = z.strictObject({ moments: z.array(time).max(500) });
const names = z.array(z.string().min(1).max(300)).max(20).readonly();
export const doctorSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).nullable(),
  origins: names,
  dkimSelectors: names,
  /** Servers to ask in place of the machine's own. */
  dns: names,
  sendTestTo: address.nullable(),
});
export type DoctorParameters = z.infer<typeof doctorSchema>;

/** An operation whose parameters are read first. */
export const operation =
  <Schema extends z.ZodType, Result>(schema: Schema, run: (parameters: z.infer<Schema>, actor: string) => Result) =>
  (parameters: z.input<Schema>, actor: string): Result =>
    run(parseParameters(schema, parameters), actor);

export const noSchema = z.strictObject({});

/** Rejects with USAGE and what is wrong where. */
function parseParameters<Schema extends z.ZodType>(schema: Schema, parameters: unknown): z.infer<Schema> {
  const result = schema.safeParse(parameters);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join(".") || "parameters"}: ${message}`);
  throw new CommandError("USAGE", problems.join("; "));
}
