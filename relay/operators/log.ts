// Events as lines of JSON. The only file that knows the logging library.
import pino from "pino";
import { createStandardOutput } from "./log-output.ts";
import type { Observe, RelayEvent } from "./relay-event.ts";

export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogSink {
  write(line: string): unknown;
}

export interface Log {
  readonly observe: Observe;
  /** Lines that were dropped since the reader of the log did not take them. */
  readonly dropped: () => number;
}

/** One line per event on standard output, or into `sink`: `{ level, time, service, event, ... }`, time in ISO 8601. */
export function createLog(level: LogLevel, sink?: LogSink): Log {
  const output =
    sink === undefined ? createStandardOutput((count) => logger.error({ event: "lines-dropped", count })) : null;
  const logger = pino(
    {
      level,
      base: { service: "eventsite-relay" },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    (output ?? sink) as pino.DestinationStream,
  );
  return { observe: (event) => logger[levelOf(event)](lineOf(event)), dropped: output?.dropped ?? (() => 0) };
}

function lineOf(event: RelayEvent): object {
  if (event.type !== "fault") {
    const { type, ...details } = event;
    return { event: type, ...details };
  }
  return {
    event: event.type,
    where: event.where,
    requestId: event.requestId ?? null,
    error: describeError(event.error),
  };
}

function levelOf(event: RelayEvent): "error" | "warn" | "info" | "debug" {
  switch (event.type) {
    case "fault":
    case "quarantined":
    case "dead":
    case "suspended":
      return "error";
    case "key-used":
      return "debug";
    case "clock-set":
    case "redated":
    case "overdue":
      return "warn";
    case "forms":
      return event.problem === null ? "info" : "warn";
    case "store":
      return event.writable ? "info" : "error";
    case "attempted":
      return event.outcome === "delivered" ? "info" : "warn";
    case "answered":
      if (event.status >= 500 && event.route !== "operations") return "error";
      return event.route === "operations" || event.route === "preflight" ? "debug" : "info";
    case "alert":
    case "fell-back":
    case "connections-closed":
    case "warning":
    case "bounced":
      return "warn";
    case "accepted":
      return event.held && !event.blocked ? "warn" : "info";
    case "desk-login":
      return event.outcome === "accepted" ? "info" : "warn";
    default:
      return "info";
  }
}

export interface ErrorDescription {
  readonly name: string;
  readonly code: string | null;
  readonly syscall: string | null;
  readonly smtpCode: number | null;
  readonly smtpCommand: string | null;
  /** "deliver (relay/delivery/worker.ts:40:7)", innermost first, eight at most. */
  readonly at: readonly string[];
  readonly cause: ErrorDescription | null;
}

const MAX_FRAMES = 8;
const MAX_CAUSES = 3;
const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,49}$/;
const FRAME = /^ {4}at (.{1,300})$/;

export function describeError(error: unknown, causes = MAX_CAUSES): ErrorDescription {
  if (typeof error !== "object" || error === null)
    return { name: typeof error, code: null, syscall: null, smtpCode: null, smtpCommand: null, at: [], cause: null };
  const found = error as Record<string, unknown>;
  return {
    name: word(found.name) ?? "Error",
    code: word(found.code),
    syscall: word(found.syscall),
    smtpCode: typeof found.responseCode === "number" ? found.responseCode : null,
    smtpCommand: word(found.command),
    at: error instanceof Error ? framesOf(error) : [],
    cause: causes > 0 && found.cause !== undefined ? describeError(found.cause, causes - 1) : null,
  };
}

const word = (value: unknown): string | null => (typeof value === "string" && WORD.test(value) ? value : null);

/** The lines below the message. Where the message is not found in the stack, nothing is: any line might be part of it. */
function framesOf({ message, stack = "" }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  return stack
    .slice(start + message.length)
    .split("\n")
    .flatMap((line) => FRAME.exec(line)?.[1] ?? [])
    .slice(0, MAX_FRAMES);
}
