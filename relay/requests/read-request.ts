// The body of a call → a request whose fields are valid: normalised text within the limits of the contract, and of the forms' definition where
// the page was built with it. All problems at once.

import {
  CALL_NAMES,
  type FieldDefinition,
  FORM_NAME,
  type FormName,
  type FormsDefinition,
  splitName,
} from "../contract.ts";
import type { FieldProblem } from "../errors.ts";
import { isKnownForm, knownForms } from "../forms/known-forms.ts";
import { normaliseLine } from "../text/fold-text.ts";
import { checkValue } from "./check-value.ts";
import { normaliseTyped, type Origin, plainAnswer, readAnswers } from "./read-answers.ts";
import { CONTRACT_FIELDS, FIELD_NAMES, type SubmissionFields } from "./submission.ts";

export type ReadRequest = NonNullable<ReturnType<typeof readRequest>["request"]>;

const KNOWN: ReadonlySet<string> = new Set([...FIELD_NAMES, ...CALL_NAMES]);

/** `request`: null where it is invalid; `problems`: every field that is wrong, none where the body has no fields at all. */
export function readRequest(value: unknown, forms: FormsDefinition) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { request: null, problems: [] };
  const body = withSplitName(ownFields(value));
  const definition = readDefinition(body.definition);
  const origin = originOf(definition, forms);
  const { form, problem } = readForm(body.form, forms, definition !== null);
  const formDefinition = form !== null && Object.hasOwn(forms.forms, form) ? forms.forms[form] : undefined;
  const { fields, problems } = readFields(body, origin === "same" ? (formDefinition?.fields ?? []) : []);
  const otherEntries = Object.entries(body).filter(
    ([name]) => !KNOWN.has(name) || (name === "definition" && definition === null),
  );
  const { answers, ...read } = readAnswers(otherEntries, formDefinition?.fields ?? [], origin);
  const all = [...problems, ...read.problems];
  if (problem !== null) all.push({ field: "form", message: problem });
  if (all.length > 0) return { request: null, problems: all };
  const request = {
    fields,
    /** What the form asked beyond these fields. */
    answers,
    /** One of the four, or of the definition; another one where the page was built with another definition. */
    form: form ?? guessForm(value, fields),
    page: readPage(body.page),
    /** What the honeypot holds; empty for people. */
    website: readWebsite(body.website),
    elapsedMs: readMs(body.elapsedMs),
    isOtherDefinition: origin === "other",
    /** How many fields of the body the form does not have, and how many of these are not kept. */
    unknownFields: read.unknown,
    leftOutFields: read.leftOut,
  };
  return { request, problems: [] };
}

function originOf(definition: string | null, forms: FormsDefinition): Origin {
  if (definition === null) return "unmodified";
  return definition === forms.hash ? "same" : "other";
}

/** Fields of the body itself, never what `__proto__` would bring along. */
const ownFields = (value: object): Record<string, unknown> => Object.assign(Object.create(null), value);

/** A form with one field for the whole name, posted without script. */
function withSplitName(fields: Record<string, unknown>): Record<string, unknown> {
  const name = plainAnswer(fields.name);
  const isNamed = normaliseLine(plainAnswer(fields.firstName) ?? "") !== "";
  return name === null || isNamed ? fields : Object.assign(fields, splitName(normaliseLine(name)));
}

/** Absent, null and blank are the same: a field that was left empty. `asked`: what the definition, too, asks of them. */
function readFields(body: Readonly<Record<string, unknown>>, definitions: readonly FieldDefinition[]) {
  const problems: FieldProblem[] = [];
  const entries = CONTRACT_FIELDS.map((field) => {
    const { name } = field;
    const typed = plainAnswer(body[name] ?? "");
    const text = normaliseTyped(field.type, typed ?? "");
    const message = typed === null ? "must be text" : checkField(field, text, definitions);
    if (message !== null) problems.push({ field: name, message });
    return [name, text];
  });
  return { fields: Object.fromEntries(entries) as SubmissionFields, problems };
}

function checkField(
  field: (typeof CONTRACT_FIELDS)[number],
  text: string,
  asked: readonly FieldDefinition[],
): string | null {
  const message = checkValue(field, text);
  if (message !== null) return message;
  const definition = asked.find(({ name }) => name === field.name);
  return definition === undefined ? null : checkValue(definition, text);
}

/** The hash of a definition; anything else that is called so is a field of the caller's own. */
function readDefinition(value: unknown): string | null {
  return typeof value === "string" && /^\s*[\w-]{1,64}\s*$/.test(value) ? value.trim() : null;
}

/** Null where the caller does not say which form it is. */
function readForm(value: unknown, definition: FormsDefinition, mayBeNew: boolean) {
  const form = typeof value === "string" ? normaliseLine(value) : (value ?? "");
  if (form === "") return { form: null, problem: null };
  if (typeof form === "string" && (isKnownForm(definition, form) || (mayBeNew && FORM_NAME.test(form))))
    return { form, problem: null };
  return { form: null, problem: `must be one of ${knownForms(definition).join(", ")}` };
}

/** Callers that send only the fields of the specification: the composed message names the form, the home form has the fewest fields. */
function guessForm(value: object, fields: SubmissionFields): FormName {
  if (/^venue request/i.test(fields.message)) return "venue";
  if (/^talent request/i.test(fields.message)) return "talent";
  return ["eventType", "attendees", "budgetRange", "preferredDate"].some((name) => Object.hasOwn(value, name))
    ? "contact"
    : "consultation";
}

/** What is said about the request, not in it, is never a reason to refuse it: this, the page and the time. */
function readWebsite(value: unknown): string {
  if (typeof value === "string") return normaliseLine(value);
  return value === undefined || value === null ? "" : "filled";
}

const MAX_PAGE = 200;

/** A route of the site; anything else is left out. */
function readPage(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const page = normaliseLine(value);
  return /^\/[^\s"<>\\]*$/.test(page) && page.length <= MAX_PAGE ? page : null;
}

function readMs(value: unknown): number | null {
  const ms = typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : value;
  return typeof ms === "number" && Number.isFinite(ms) && ms >= 0 ? ms : null;
}
