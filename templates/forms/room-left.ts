// How much more may be typed: a field has the limit of the relay, and the whole request has one in bytes.
import { FIELD_LIMITS, MAX_BODY_BYTES } from "../../relay/contract.ts";
import {
  composeMessage,
  type FormShape,
  type FormValues,
  type InputName,
  requestBody,
  typedIn,
} from "./form-values.ts";

/** What the longest route, honeypot and fill time add to a body at most; so the limit does not depend on them. */
const RESERVED_BYTES = 1024;

/** Characters at most; a whole name has the limit of a first name, because it is split into names. */
export const limitOf = (name: InputName): number => FIELD_LIMITS[name === "name" ? "firstName" : name];

/** Characters that still fit into a field; negative where there are too many. */
export function roomLeft(form: FormShape, values: FormValues, name: InputName): number {
  const value = typedIn(values, name);
  if (name !== "message") return limitOf(name) - value.length;
  const text = form.composedMessage ? composeMessage(form.composedMessage, form.fields, values) : value;
  return Math.min(limitOf(name) - text.length, bytesLeft(form, values, value));
}

/** The bytes left, in characters of the message's own kind: one of "ж" takes two bytes, one of "é\n" four. */
function bytesLeft(form: FormShape, values: FormValues, message: string): number {
  const body = JSON.stringify(requestBody(form, values, { page: "", website: "", elapsedMs: 0 }));
  const left = MAX_BODY_BYTES - RESERVED_BYTES - utf8Length(body);
  const perCharacter = message === "" ? 1 : utf8Length(JSON.stringify(message)) / message.length;
  return Math.floor(left / Math.max(1, perCharacter));
}

const utf8Length = (text: string): number => new TextEncoder().encode(text).length;
