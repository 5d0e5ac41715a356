// What the relay's answer means. Anything but a valid `{ data, error }` with data and no error is a failure.
import type { ContactEmailError } from "../../../relay/contract.ts";
import { asObject, isText, parseObject } from "./unknown-json.ts";

export interface Failure extends ContactEmailError {
  /** The answer's status; 0 where there was no answer. */
  readonly status: number;
  /** How long the relay asks to wait, in milliseconds; undefined where it does not. */
  readonly retryAfterMs?: number;
}

export type RelayAnswer =
  | { readonly isSent: true; readonly reference: string | undefined }
  | { readonly isSent: false; readonly failure: Failure };

/** An answer as it comes over the wire. */
interface RawAnswer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | null;
}

export function readAnswer({ status, body, retryAfter }: RawAnswer, now: number): RelayAnswer {
  const { data, error } = parseObject(body);
  if (status >= 200 && status < 300 && isPresent(data) && !isPresent(error)) {
    const { id } = asObject(data);
    return { isSent: true, reference: isText(id) && id !== "" ? id : undefined };
  }
  const failure = failureOf(error, isPresent(error) ? "the relay reported an error" : "the answer cannot be read");
  return { isSent: false, failure: { ...failure, status, retryAfterMs: readRetryAfter(retryAfter, now) } };
}

/** No answer came: the connection failed, or took too long. */
export function noAnswer(cause: unknown): RelayAnswer {
  const message = cause instanceof Error ? cause.message : String(cause);
  return { isSent: false, failure: { ...failureOf(undefined, message), status: 0 } };
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** The error's own words where it has them; its shape is not certain, since other relays may answer too. */
function failureOf(error: unknown, otherwise: string): Omit<Failure, "status"> {
  const details = asObject(error);
  const textOf = (value: unknown) => (isText(value) ? value : null);
  return {
    message: textOf(details.message) ?? textOf(error) ?? otherwise,
    details: textOf(details.details),
    hint: textOf(details.hint),
    code: textOf(details.code) ?? "",
    requestId: textOf(details.requestId),
    fields: Array.isArray(details.fields) ? details.fields.flatMap(fieldErrorOf) : [],
  };
}

/** The message is a part of a sentence that follows the field's name; "" where there is none. */
function fieldErrorOf(value: unknown): Failure["fields"][number][] {
  const { field, message } = asObject(value);
  if (!isText(field)) return [];
  return [{ field, message: isText(message) ? message.trim().replace(/\.$/, "") : "" }];
}

/** Seconds, or the moment itself (RFC 9110, section 10.2.3). */
function readRetryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
