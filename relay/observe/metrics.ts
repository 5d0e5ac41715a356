// Events as figures for Prometheus. The only file that knows prom-client.
// Labels take values from short fixed lists, so that no visitor and no server can make new series.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { OutboxStats } from "../store/operations/figures.ts";
import { version } from "../version.ts";
import type { EventType, RelayEvent } from "./relay-event.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds. Accepting is meant to take milliseconds; a delivery may take a minute. */
const ACCEPT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ATTEMPT_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const LAG_BUCKETS = [0.1, 0.5, 1, 5, 15, 30, 60, 300, 900, 3600, 14_400, 86_400, 432_000];

/** `droppedLines`: of the log, since the process began. */
export function createMetrics(droppedLines: () => number = () => 0) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = createCounters(registry);
  new Counter({
    name: "relay_log_lines_dropped_total",
    help: "Lines of the log that were dropped, since its reader did not take them.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
  const show = createGauges(registry);
  return {
    observe<Type extends EventType>(event: RelayEvent<Type>) {
      COUNTS[event.type as Type]?.(counters, event);
    },
    contentType: registry.contentType,
    /** The text that Prometheus reads. `connections`: how many are open. */
    render(figures: OutboxStats, now: number, connections = 0): Promise<string> {
      show(figures, now, connections);
      return registry.metrics();
    },
  };
}

const createGauge =
  (registry: Registry) =>
  <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames: [...labelNames], registers: [registry] });

function createCounters(registry: Registry) {
  const registers = [registry];
  const gauge = createGauge(registry);
  const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter<Label>({ name, help, labelNames: [...labelNames], registers });
  const histogram = <Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Label[] = [],
  ) => new Histogram<Label>({ name, help, buckets, labelNames: [...labelNames], registers });
  return {
    answers: counter("relay_answers_total", "HTTP requests answered, by route and status class.", ["route", "status"]),
    refused: counter("relay_refused_total", "Calls refused, by the code of the answer.", ["code"]),
    accepted: counter("relay_accepted_total", "Submissions committed to the disk, held ones included.", ["form"]),
    held: counter("relay_held_total", "Submissions kept back as suspicious.", ["form"]),
    blocked: counter("relay_blocked_total", "Submissions kept back because their sender is blocked.", ["form"]),
    bounced: counter(
      "relay_bounced_total",
      "Acknowledgements that bounced, permanently or temporarily; and reports of no mail of ours (unknown) or of no failure (no-bounce).",
      ["result"],
    ),
    keys: counter(
      "relay_public_key_used_total",
      "Calls that brought a valid public key, by its position in RELAY_PUBLIC_KEY.",
      ["position"],
    ),
    otherDefinition: counter(
      "relay_other_definition_total",
      "Submissions from pages that were built with another definition of the forms than the relay's.",
    ),
    unknownFields: counter(
      "relay_unknown_fields_total",
      "Fields of submissions that the relay's definition of the form does not have, and whether they are kept and shown.",
      ["kept"],
    ),
    formsProblem: gauge(
      "relay_forms_problem",
      "1 while the definition of the forms is not the one that RELAY_FORMS names, otherwise 0.",
    ),
    repeated: counter("relay_repeated_total", "Submissions that came again and got the first answer."),
    delivered: counter(
      "relay_delivered_total",
      "Mails that the mail server took, and webhooks that their receiver took.",
      ["kind"],
    ),
    deferred: counter("relay_deferred_total", "Attempts that ended in a temporary failure.", ["kind", "reason"]),
    dead: counter("relay_dead_total", "Mails and webhooks given up; they can be sent again by command.", [
      "kind",
      "reason",
    ]),
    ambiguous: counter(
      "relay_ambiguous_total",
      "Attempts that broke after the mail or webhook was sent: it may arrive twice.",
      ["kind"],
    ),
    fallbacks: counter(
      "relay_fallbacks_total",
      "Mails that went to the fallback address, since a mailbox of the team refused them.",
      ["reason"],
    ),
    alerts: counter("relay_alerts_total", "Conditions in alerts to operators: begun, lasting or over.", [
      "condition",
      "news",
    ]),
    changed: counter("relay_changed_total", "Rows changed by commands and by the daily care.", ["action"]),
    redated: counter("relay_redated_total", "Waiting mails that were dated in the future and were treated as due."),
    clockSet: counter("relay_clock_set_total", "Times the clock was set while the relay ran."),
    connectionsClosed: counter(
      "relay_connections_closed_total",
      "Connections closed because there were too many, from one address or overall.",
      ["reason"],
    ),
    deskLogins: counter("relay_desk_logins_total", "Attempts to sign in at the desk, by outcome.", ["outcome"]),
    faults: counter("relay_faults_total", "Faults of the relay's own.", ["where"]),
    suspended: gauge(
      "relay_acknowledgements_suspended",
      "1 while the mail server will not pass acknowledgements on, otherwise 0.",
    ),
    acceptSeconds: histogram(
      "relay_accept_duration_seconds",
      "From the request's arrival to its commit on the disk.",
      ACCEPT_BUCKETS,
    ),
    attemptSeconds: histogram("relay_delivery_duration_seconds", "One attempt of a delivery.", ATTEMPT_BUCKETS, [
      "kind",
      "outcome",
    ]),
    lagSeconds: histogram(
      "relay_delivery_lag_seconds",
      "From a submission's acceptance to the mail server's yes.",
      LAG_BUCKETS,
      ["kind"],
    ),
  };
}

type Counters = ReturnType<typeof createCounters>;

/** What each event counts; the others are for the log alone. */
const COUNTS: { [Type in EventType]?: (counters: Counters, event: RelayEvent<Type>) => void } = {
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
  accepted(counters, { form, blocked, held, ms, isOtherDefinition, unknownFields, leftOutFields }) {
    counters.accepted.inc({ form });
    if (blocked) counters.blocked.inc({ form });
    else if (held) counters.held.inc({ form });
    counters.acceptSeconds.observe(ms / 1000);
    if (isOtherDefinition) counters.otherDefinition.inc();
    counters.unknownFields.inc({ kept: "yes" }, unknownFields - leftOutFields);
    counters.unknownFields.inc({ kept: "no" }, leftOutFields);
  },
  repeated: ({ repeated }) => repeated.inc(),
  attempted(counters, { kind, outcome, reason, ms, sinceAcceptedMs, isLast }) {
    counters.attemptSeconds.observe({ kind, outcome }, ms / 1000);
    if (outcome === "delivered") {
      counters.delivered.inc({ kind });
      counters.lagSeconds.observe({ kind }, Math.max(0, sinceAcceptedMs) / 1000);
      return;
    }
    if (outcome === "broken-after-data") counters.ambiguous.inc({ kind });
    if (!isLast) counters.deferred.inc({ kind, reason: label(reason ?? "other") });
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

/** A word of ours; anything else would come from outside. */
const label = (text: string): string => (/^[a-z][a-z0-9_-]{0,39}$/.test(text) ? text : "other");

const secondsSince = (since: number | null, now: number) => (since === null ? 0 : Math.max(0, (now - since) / 1000));

const GAUGES: Readonly<Record<string, readonly [help: string, read: (figures: OutboxStats, now: number) => number]>> = {
  relay_oldest_due_age_seconds: [
    "How long the longest waiting row has been due, or 0.",
    ({ oldestDueAt }, now) => secondsSince(oldestDueAt, now),
  ],
  relay_oldest_queued_age_seconds: [
    "Age of the oldest row still to be delivered, or 0.",
    ({ oldestQueuedAt }, now) => secondsSince(oldestQueuedAt, now),
  ],
  relay_oldest_team_queued_age_seconds: [
    "Age of the oldest mail still to be delivered to the team, or 0.",
    ({ oldestTeamQueuedAt }, now) => secondsSince(oldestTeamQueuedAt, now),
  ],
  relay_future_dated: [
    "Submissions dated in the future: they came while the clock was ahead.",
    ({ futureDated }) => futureDated,
  ],
  relay_overdue: ["Submissions past their retention, kept because the team never got them.", ({ overdue }) => overdue],
  relay_quarantined_rows: ["Damaged rows set aside.", ({ quarantined }) => quarantined],
  relay_store_bytes: ["Size of the store's files.", ({ bytes }) => bytes],
  relay_store_writable: ["1 while the store takes writes, otherwise 0.", ({ writable }) => (writable ? 1 : 0)],
};

function createGauges(registry: Registry) {
  const gauge = createGauge(registry);
  const entries = gauge("relay_entries", "Outbox rows, by state and kind.", ["state", "kind"]);
  const gauges = Object.entries(GAUGES).map(([name, [help, read]]) => [gauge(name, help), read] as const);
  const connections = gauge("relay_connections", "Open connections.");
  gauge("relay_build_info", "Always 1; its label is the relay's version.", ["version"]).set({ version }, 1);
  return (figures: OutboxStats, now: number, openConnections: number) => {
    entries.reset();
    for (const { state, kind, count } of figures.entries) entries.set({ state, kind }, count);
    for (const [each, read] of gauges) each.set(read(figures, now));
    connections.set(openConnections);
  };
}
