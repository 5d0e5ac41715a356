// The series that events are counted in, in the order in which they are read.
import type { Registry } from "prom-client";
import { counter, gauge, histogram } from "./series.ts";

/** Seconds. Accepting is meant to take milliseconds; a delivery may take a minute. */
const ACCEPT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ATTEMPT_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const LAG_BUCKETS = [0.1, 0.5, 1, 5, 15, 30, 60, 300, 900, 3600, 14_400, 86_400, 432_000];

const SERIES = {
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

export type EventSeries = { readonly [Name in keyof typeof SERIES]: ReturnType<(typeof SERIES)[Name]> };

/** In this registry. */
export const createEventSeries = (registry: Registry): EventSeries =>
  // Object.fromEntries forgets the names.
  Object.fromEntries(Object.entries(SERIES).map(([name, createIn]) => [name, createIn(registry)])) as EventSeries;
