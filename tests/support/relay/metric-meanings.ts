// Every metric of the relay with what it means, as it says so itself.
import { createMetrics } from "../../../relay/observe/metrics.ts";
import type { OutboxStats } from "../../../relay/store/operations/figures.ts";

/** Of a store with nothing in it. */
export const noFigures: OutboxStats = {
  entries: [],
  heldRequests: 0,
  oldestDueAt: null,
  oldestQueuedAt: null,
  oldestTeamQueuedAt: null,
  futureDated: 0,
  overdue: 0,
  quarantined: 0,
  bytes: 0,
  writable: true,
};

export async function metricMeanings(): Promise<{ readonly name: string; readonly meaning: string }[]> {
  const metrics = createMetrics();
  return [...(await metrics.render(noFigures, 0)).matchAll(/^# HELP (relay_\w+) (.*)$/gm)].map(
    ([, name = "", meaning = ""]) => ({
      name,
      meaning,
    }),
  );
}
