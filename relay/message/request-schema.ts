// The body of a call → a request whose fields are valid: text, normalised, within the limits of the contract. All problems at once.
import * as z from "zod";
import {
  type ContactEmailRequest,
  FIELD_LIMITS,
  type FieldName,
  FORM_NAMES,
  type FormName,
  splitName,
} from "../contract.ts";
import { type FieldProblem, RefusedError } from "../errors.ts";
import { parseEmailAddress } from "./email-address.ts";
import type { SubmissionFields } from "./submission.ts";

export interface ReadRequest {
  readonly fields: SubmissionFields;
  readonly form: FormName;
  readonly page: string | null;
  /** What the honeypot holds; empty for people. */
  readonly website: string;
  readonly elapsedMs: number | null;
  /** How many fields of the body no form has. */
  readonly unknownFields: number;
}

/**
 * Invisible marks that turn or hide what is around them: phones put them around pasted numbers, cheats into names. The joiners of emoji
 * and of some scripts are not among them.
 */
const UNSEEN = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;

/**
 * What was typed, as it is kept: one form of Unicode, one kind of line break, no blanks around it. Half a character, as a length limit in
 * the browser leaves one of an emoji that it cut, becomes the sign for an unknown one.
 */
export function normaliseText(text: string): string {
  return text.toWellFormed().normalize("NFC").replace(UNSEEN, "").replace(/\r\n?/g, "\n").trim();
}

const hasUnseen = (text: string): boolean => text.search(UNSEEN) >= 0;

const CONTROLS = /(?![\t\n\r])\p{Cc}/u;
const BREAKS = /[\t\n\u2028\u2029]/;

const hasControls = (text: string): boolean => CONTROLS.test(text);

/** Of a field that has one line: it may be in a mail's header. */
const hasBreaks = (text: string): boolean => BREAKS.test(text);

/** `typed`: as it came, where that matters. */
type Rule = (text: string, typed: string) => string | null;

/** Absent, null and blank are the same: a field that was left empty. */
const text = (limit: number, ...rules: readonly Rule[]) =>
  z
    .string({ error: "must be text" })
    .nullish()
    .transform((value, context) => {
      const kept = normaliseText(value ?? "");
      const tooLong = kept.length > limit ? `is longer than ${limit} characters` : null;
      const problem = tooLong ?? rules.map((rule) => rule(kept, value ?? "")).find((found) => found !== null);
      if (problem) context.addIssue({ code: "custom", message: problem });
      return kept;
    });

const emptyAsAbsent = (value: unknown) => (typeof value === "string" ? normaliseText(value) || undefined : value);

const isGiven: Rule = (value) => (value === "" ? "is required" : null);
const isPlain: Rule = (value) => (hasControls(value) ? "holds a control character" : null);
const isOneLine: Rule = (value, typed) => isPlain(value, typed) ?? (hasBreaks(value) ? "must be one line" : null);
const isAddress: Rule = (value, typed) =>
  parseEmailAddress(value) === null || hasUnseen(typed) ? "is not an email address" : null;

const line = (name: FieldName, ...rules: readonly Rule[]) => text(FIELD_LIMITS[name], ...rules, isOneLine);

const schema = z.object({
  firstName: line("firstName", isGiven),
  lastName: line("lastName"),
  email: line("email", isGiven, isAddress),
  phone: line("phone"),
  company: line("company"),
  eventType: line("eventType"),
  attendees: line("attendees"),
  budgetRange: line("budgetRange"),
  preferredDate: line("preferredDate"),
  message: text(FIELD_LIMITS.message, isPlain),
  form: z.preprocess(emptyAsAbsent, z.enum(FORM_NAMES, { error: `must be one of ${FORM_NAMES.join(", ")}` }).nullish()),
  // What is said about the request rather than in it is never a reason to refuse one.
  name: z.unknown().optional(),
  definition: z.unknown().optional(),
  page: z.unknown().optional(),
  website: z.unknown().optional(),
  elapsedMs: z.unknown().optional(),
} satisfies Record<keyof ContactEmailRequest, z.ZodType>);

const KNOWN: ReadonlySet<string> = new Set(Object.keys(schema.shape));

/** Rejects with RefusedError `validation_failed`, naming every field that is wrong. */
export function readRequest(value: unknown): ReadRequest {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RefusedError("validation_failed", "The body must be an object with the fields of a form.", {
      hint: 'Send {"firstName": "...", "email": "...", ...}.',
    });
  const result = schema.safeParse(withSplitName(ownFields(value)));
  if (!result.success) throw refused(result.error.issues.map(problemOf));
  const { form, name: _, definition: __, page, website, elapsedMs, ...fields } = result.data;
  return {
    fields,
    form: form ?? guessForm(value, fields),
    page: readPage(page),
    website: typeof website === "string" ? website.trim() : website === undefined || website === null ? "" : "filled",
    elapsedMs: readMs(elapsedMs),
    unknownFields: Object.keys(value).filter((name) => !KNOWN.has(name)).length,
  };
}

/** Fields of the body itself, never what `__proto__` would bring along. */
function ownFields(value: object): Record<string, unknown> {
  const given = value as Record<string, unknown>;
  const fields: Record<string, unknown> = {};
  for (const name of KNOWN) if (Object.hasOwn(given, name)) fields[name] = given[name];
  return fields;
}

/** A form with one field for the whole name, posted without script. */
function withSplitName(fields: Record<string, unknown>): Record<string, unknown> {
  const { name, firstName } = fields;
  const isNamed = typeof firstName === "string" && firstName.trim() !== "";
  return typeof name !== "string" || isNamed ? fields : { ...fields, ...splitName(name) };
}

const problemOf = ({ path, message }: z.core.$ZodIssue): FieldProblem => ({ field: path.join("."), message });

function refused(fields: readonly FieldProblem[]): RefusedError {
  const names = [...new Set(fields.map(({ field }) => field))];
  return new RefusedError("validation_failed", "Some fields need another look.", {
    details: fields.map(({ field, message }) => `${field} ${message}`).join("; "),
    hint: `Correct ${names.join(", ")} and send the request again.`,
    fields,
  });
}

/** Callers that send only the fields of the specification: the composed message names the form, the home form has the fewest fields. */
function guessForm(value: object, fields: SubmissionFields): FormName {
  if (/^venue request/i.test(fields.message)) return "venue";
  if (/^talent request/i.test(fields.message)) return "talent";
  return ["eventType", "attendees", "budgetRange", "preferredDate"].some((name) => Object.hasOwn(value, name))
    ? "contact"
    : "consultation";
}

const MAX_PAGE = 200;

/** A route of the site; anything else is left out. */
function readPage(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const page = normaliseText(value);
  return /^\/[^\s"<>\\]*$/.test(page) && page.length <= MAX_PAGE && !hasControls(page) ? page : null;
}

function readMs(value: unknown): number | null {
  const ms = typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : value;
  return typeof ms === "number" && Number.isFinite(ms) && ms >= 0 ? ms : null;
}
