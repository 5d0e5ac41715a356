// Events as lines of JSON. The only file that knows the logging library.
import pino from "pino";
import { describeError } from "./describe-error.ts";
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
