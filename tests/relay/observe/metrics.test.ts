import { expect, test } from "vitest";
import { createMetrics } from "../../../relay/observe/metrics.ts";
import type { OutboxStats } from "../../../relay/store/operations/figures.ts";
import { noFigures } from "../../support/relay/metric-meanings.ts";

const NOW = Date.UTC(2026, 2, 14, 12);
const attempt = {
  type: "attempted",
  entryId: "e1",
  submissionId: "s1",
  kind: "team",
  number: 1,
  smtpCode: 250,
  enhancedCode: "2.0.0",
  reason: null,
  ms: 40,
  sinceAcceptedMs: 2000,
  isLast: true,
} as const;

const death = { type: "dead", entryId: "e1", submissionId: "s1", kind: "team", attempts: 1 } as const;

test("each attempt counts once, by how it ended", async () => {
  const { observe, render } = createMetrics();
  observe({ ...attempt, outcome: "delivered" });
  observe({ ...attempt, outcome: "deferred", reason: "greylisted", isLast: false });
  observe({ ...attempt, outcome: "dead", reason: "mailbox-unknown" });
  observe({ ...death, reason: "mailbox-unknown" });
  observe({ ...attempt, outcome: "broken-after-data", reason: "connection-lost", isLast: false });
  const text = await render(noFigures, NOW);
  expect(text).toContain('relay_delivered_total{kind="team"} 1');
  expect(text).toContain('relay_deferred_total{kind="team",reason="greylisted"} 1');
  expect(text).toContain('relay_dead_total{kind="team",reason="mailbox-unknown"} 1');
  expect(text).toContain('relay_ambiguous_total{kind="team"} 1');
  expect(text).toContain('relay_delivery_lag_seconds_sum{kind="team"} 2');
});

test("waiting is reported in seconds, and nothing waiting is 0", async () => {
  const figures: OutboxStats = { ...noFigures, oldestDueAt: NOW - 90_000, oldestQueuedAt: NOW - 120_000 };
  const { render } = createMetrics();
  expect(await render(figures, NOW)).toMatch(/^relay_oldest_due_age_seconds 90$/m);
  expect(await render(figures, NOW)).toMatch(/^relay_oldest_queued_age_seconds 120$/m);
  expect(await render(noFigures, NOW)).toMatch(/^relay_oldest_due_age_seconds 0$/m);
});

test("a state that has no rows any more is no longer reported", async () => {
  const figures: OutboxStats = { ...noFigures, entries: [{ state: "queued", kind: "team", count: 3 }] };
  const { render } = createMetrics();
  expect(await render(figures, NOW)).toContain('relay_entries{state="queued",kind="team"} 3');
  expect(await render(noFigures, NOW)).not.toContain('state="queued"');
});

test("text from outside makes no new series", async () => {
  const { observe, render } = createMetrics();
  for (const reason of ["550 <jane@example.com> unknown", "Jane", "x".repeat(100), 'a"b\n'])
    observe({ ...death, reason });
  const text = await render(noFigures, NOW);
  expect(text.match(/^relay_dead_total/gm)).toHaveLength(1);
  expect(text).toContain('relay_dead_total{kind="team",reason="other"} 4');
});
