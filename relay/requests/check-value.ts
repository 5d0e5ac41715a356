import { countCharacters, type FieldDefinition } from "../contract.ts";
import { parseEmailAddress } from "../text/email-address.ts";
import { normaliseText } from "../text/normalise-text.ts";
import type { FieldAnswer } from "./submission.ts";

export type AnswerValue = FieldAnswer["value"];

type CheckedField = Omit<FieldDefinition, "label">;

/** What is wrong with a value of a field as the definition, or the contract, has it; null where nothing is. */
export function checkValue(field: CheckedField, value: AnswerValue): string | null {
  if (isEmptyAnswer(value)) return field.required ? "is required" : null;
  if (field.type === "choices") return choicesOf(value).every(isOption(field)) ? null : "is none of the choices";
  if (typeof value !== "string") return "must be one answer";
  const check = CHECKS[field.type] ?? (() => null);
  return field.type === "consent" || field.type === "choice"
    ? check(value, field)
    : (tooLong(value, field.limit) ?? check(value, field));
}

type Check = (text: string, field: CheckedField) => string | null;

/** Of a field of another type, the length alone is checked. */
const CHECKS: Readonly<Partial<Record<FieldDefinition["type"], Check>>> = {
  email: (text) => (parseEmailAddress(text) === null ? "is not an email address" : null),
  date: (text) => (isDate(text) ? null : "must be a date such as 2026-05-31"),
  number: (text, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }) => {
    if (!NUMBER.test(text)) return "must be a number";
    if (Number(text) < min) return `must be at least ${min}`;
    return Number(text) > max ? `must be at most ${max}` : null;
  },
  choice: (text, field) => (isOption(field)(text) ? null : "is none of the choices"),
  consent: (text, { wording = "" }) =>
    text === normaliseText(wording) ? null : "must be the words beside the box, or absent",
};

/** As browsers write them. */
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

const isOption =
  ({ options = [] }: CheckedField) =>
  (value: string): boolean =>
    options.some((option) => normaliseText(option.value) === value);

export const choicesOf = (value: AnswerValue): readonly string[] => (typeof value === "string" ? [value] : value);

export const isEmptyAnswer = (value: AnswerValue): boolean => value.length === 0;

const lengthOf = (value: AnswerValue): number => choicesOf(value).reduce((sum, text) => sum + countCharacters(text), 0);

export const tooLong = (value: AnswerValue, limit: number): string | null =>
  lengthOf(value) > limit ? `is longer than ${limit} characters` : null;
