// The parameters of each operation. The socket's owner is trusted, but a command of another version may send other parameters.
import * as z from "zod";
import { FORM_NAME } from "../contract.ts";
import { ENTRY_STATES } from "../store/rows/outbox-entry.ts";
import { parseEmailAddress } from "../text/email-address.ts";
import { CommandError } from "./protocol.ts";

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
export type FilterParameters = z.infer<z.ZodObject<typeof FILTER>>;

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
