// Events as lines of JSON. The only file that knows the logging library.
import pino from "pino";
import type { LogLevel } from "../config/log-levels.ts";
import { describeError } from "./describe-error.ts";
import type { EventType, Observe, RelayEvent } from "./relay-event.ts";
import { createStandardOutput } from "./standard-output.ts";

/** One line per event on standard output: `{ level, time, service, event, ... }`, time in ISO 8601. */
export function createLog(level: LogLevel) {
  const output = createStandardOutput((count) => logger.error({ event: "lines-dropped", count }));
  const logger = pino(
    {
      level,
      base: { service: "eventsite-relay" },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );
  const observe: Observe = (event) => logger[levelOf(event)](lineOf(event));
  return { observe, dropped: output.dropped };
}

function lineOf({ type, ...details }: RelayEvent): object {
  if (!("error" in details)) return { event: type, ...details };
  const { where, requestId = null, error } = details;
  return { event: type, where, requestId, error: describeError(error) };
}

type Level = Exclude<LogLevel, "silent">;

/** Default: "info". */
const LEVELS: { readonly [Type in EventType]?: Level | ((event: RelayEvent<Type>) => Level) } = {
  fault: "error",
  quarantined: "error",
  dead: "error",
  suspended: "error",
  "key-used": "debug",
  "clock-set": "warn",
  redated: "warn",
  migrated: "warn",
  overdue: "warn",
  alert: "warn",
  "fell-back": "warn",
  "connections-closed": "warn",
  warning: "warn",
  bounced: "warn",
  forms: ({ problem }) => (problem === null ? "info" : "warn"),
  store: ({ writable }) => (writable ? "info" : "error"),
  attempted: ({ outcome }) => (outcome === "delivered" ? "info" : "warn"),
  answered({ route, status }) {
    if (route === "operations") return "debug";
    if (status >= 500) return "error";
    return route === "preflight" ? "debug" : "info";
  },
  accepted: ({ held, blocked }) => (held && !blocked ? "warn" : "info"),
  "desk-login": ({ outcome }) => (outcome === "accepted" ? "info" : "warn"),
};

function levelOf<Type extends EventType>(event: RelayEvent<Type>): Level {
  const level = LEVELS[event.type as Type] ?? "info";
  return typeof level === "string" ? level : level(event);
}
