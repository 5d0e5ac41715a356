// What the store holds at the time of a scrape.
import type { Registry } from "prom-client";
import type { OutboxStats } from "../store/operations/figures.ts";
import { gauge } from "./series.ts";

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

const ENTRIES = gauge("relay_entries", "Outbox rows, by state and kind.", ["state", "kind"]);

/** Creates the gauges in this registry. The returned function sets them. */
export function createStoreGauges(registry: Registry) {
  const entries = ENTRIES(registry);
  const gauges = Object.entries(GAUGES).map(([name, [help, read]]) => [gauge(name, help)(registry), read] as const);
  return (figures: OutboxStats, now: number): void => {
    entries.reset();
    for (const { state, kind, count } of figures.entries) entries.set({ state, kind }, count);
    for (const [each, read] of gauges) each.set(read(figures, now));
  };
}
