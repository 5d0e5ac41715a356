// How much more may be typed: a field has its limit, a composed message has one, and the whole request has one in bytes.

import { countCharacters, MAX_BODY_BYTES, MESSAGE_LIMIT } from "../../../relay/contract.ts";
import {
  composeMessage,
  type FormShape,
  type FormValues,
  fieldNamed,
  isTyped,
  type LimitedField,
  requestBody,
  typedIn,
} from "./form-values.ts";

/** What the longest route, honeypot and fill time add to a body at most; so the limit does not depend on them. */
const RESERVED_BYTES = 1024;

/** Characters that still fit into a field; negative where there are too many. What is too much for all together is the longest text's. */
export function charactersLeft(form: FormShape, values: FormValues, name: string): number {
  const { composedMessage, fields } = form;
  const value = typedIn(values, name);
  const ofField = (fieldNamed(fields, name)?.limit ?? 0) - countCharacters(value);
  const shared = (room: number, among: readonly LimitedField[]) =>
    room >= 0 || longest(among, values)?.name === name ? room : ofField;
  const inBody = shared(bytesLeft(form, values, value), fields);
  if (!composedMessage) return Math.min(ofField, inBody);
  const composed = fields.filter((each) => composedMessage.lines.some((line) => line.field === each.name));
  if (!composed.some((each) => each.name === name)) return Math.min(ofField, inBody);
  const message = composeMessage(composedMessage, fields, values);
  return Math.min(ofField, inBody, shared(MESSAGE_LIMIT - countCharacters(message), composed));
}

/** Of equal ones the message, which has most room. */
function longest(fields: readonly LimitedField[], values: FormValues): LimitedField | undefined {
  const weight = ({ name }: LimitedField) => typedIn(values, name).length + (name === "message" ? 0.5 : 0);
  const typed = fields.filter(isTyped);
  return typed.find((field) => typed.every((other) => weight(field) >= weight(other)));
}

/** The bytes left, in characters of the text's own kind: one of "ж" takes two bytes, one of "é\n" four. */
function bytesLeft(form: FormShape, values: FormValues, text: string): number {
  const nothing = { page: "", website: "", elapsedMs: 0 };
  const bytes = MAX_BODY_BYTES - RESERVED_BYTES - utf8Length(JSON.stringify(requestBody(form, values, nothing)));
  const perCharacter = text === "" ? 1 : utf8Length(JSON.stringify(text)) / countCharacters(text);
  return Math.floor(bytes / Math.max(1, perCharacter));
}

const utf8Length = (text: string): number => new TextEncoder().encode(text).length;
