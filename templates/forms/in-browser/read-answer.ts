// What the relay's answer means. Anything but a valid `{ data, error }` with data and no error is a failure.
import type { ContactEmailError } from "../../../relay/contract.ts";

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
    const id = (data as { id?: unknown }).id;
    return { isSent: true, reference: typeof id === "string" && id !== "" ? id : undefined };
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

function parseObject(body: string): { readonly data?: unknown; readonly error?: unknown } {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The error's own words where it has them; its shape is not certain, since other relays may answer too. */
function failureOf(error: unknown, otherwise: string): Omit<Failure, "status"> {
  const given = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>;
  const textField = (key: string) => (typeof given[key] === "string" ? (given[key] as string) : null);
  return {
    message: textField("message") ?? (typeof error === "string" ? error : otherwise),
    details: textField("details"),
    hint: textField("hint"),
    code: textField("code") ?? "",
    requestId: textField("requestId"),
    fields: Array.isArray(given.fields) ? given.fields.flatMap(fieldErrorOf) : [],
  };
}

/** The message is a part of a sentence that follows the field's name; "" where there is none. */
function fieldErrorOf(value: unknown): Failure["fields"][number][] {
  const { field, message } = (value ?? {}) as { readonly field?: unknown; readonly message?: unknown };
  if (typeof field !== "string") return [];
  return [{ field, message: typeof message === "string" ? message.trim().replace(/\.$/, "") : "" }];
}

/** Seconds, or the moment itself (RFC 9110, section 10.2.3). */
function readRetryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
