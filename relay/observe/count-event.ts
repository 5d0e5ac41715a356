// What is counted of an event.
import type { EventSeries } from "./event-series.ts";
import type { EventType, RelayEvent } from "./relay-event.ts";

/** What each event counts; the others are for the log alone. */
const COUNTS: { [Type in EventType]?: (series: EventSeries, event: RelayEvent<Type>) => void } = {
  answered({ answers, refused }, { route, status, code }) {
    answers.inc({ route, status: `${Math.floor(status / 100)}xx` });
    if (code !== null) refused.inc({ code: label(code) });
  },
  bounced({ bounced }, { outcome, isPermanent }) {
    if (outcome === "repeated") return;
    const kind = isPermanent ? "permanent" : "temporary";
    bounced.inc({ result: outcome === "recorded" ? kind : outcome });
  },
  "key-used": ({ keys }, { position }) => keys.inc({ position: String(position) }),
  accepted(series, { form, blocked, held, ms, isOtherDefinition, unknownFields, leftOutFields }) {
    series.accepted.inc({ form });
    if (blocked) series.blocked.inc({ form });
    else if (held) series.held.inc({ form });
    series.acceptSeconds.observe(ms / 1000);
    if (isOtherDefinition) series.otherDefinition.inc();
    series.unknownFields.inc({ kept: "yes" }, unknownFields - leftOutFields);
    series.unknownFields.inc({ kept: "no" }, leftOutFields);
  },
  repeated: ({ repeated }) => repeated.inc(),
  attempted(series, { kind, outcome, reason, ms, sinceAcceptedMs, isLast }) {
    series.attemptSeconds.observe({ kind, outcome }, ms / 1000);
    if (outcome === "delivered") {
      series.delivered.inc({ kind });
      series.lagSeconds.observe({ kind }, Math.max(0, sinceAcceptedMs) / 1000);
      return;
    }
    if (outcome === "broken-after-data") series.ambiguous.inc({ kind });
    if (!isLast) series.deferred.inc({ kind, reason: label(reason ?? "other") });
  },
  dead: ({ dead }, { kind, reason }) => dead.inc({ kind, reason: label(reason) }),
  suspended: ({ suspended }) => suspended.set(1),
  resumed: ({ suspended }) => suspended.set(0),
  forms: ({ formsProblem }, { problem }) => formsProblem.set(problem === null ? 0 : 1),
  redated: ({ redated }, { count }) => redated.inc(count),
  "clock-set": ({ clockSet }) => clockSet.inc(),
  "fell-back": ({ fallbacks }, { reason }) => fallbacks.inc({ reason: label(reason) }),
  alert({ alerts }, event) {
    for (const news of ["begun", "lasting", "over"] as const)
      for (const condition of event[news]) alerts.inc({ condition, news });
  },
  changed: ({ changed }, { action, count }) => changed.inc({ action }, count),
  "connections-closed": ({ connectionsClosed }, { reason, count }) => connectionsClosed.inc({ reason }, count),
  "desk-login": ({ deskLogins }, { outcome }) => deskLogins.inc({ outcome }),
  fault: ({ faults }, { where }) => faults.inc({ where: label(where) }),
};

export function countEvent<Type extends EventType>(series: EventSeries, event: RelayEvent<Type>): void {
  COUNTS[event.type as Type]?.(series, event);
}

/** A word of ours; anything else would come from outside. */
const label = (text: string): string => (/^[a-z][a-z0-9_-]{0,39}$/.test(text) ? text : "other");
