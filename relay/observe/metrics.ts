// Events and the store's figures, as Prometheus reads them.
import { collectDefaultMetrics, Registry } from "prom-client";
import type { OutboxStats } from "../store/operations/figures.ts";
import { version } from "../version.ts";
import { countEvent } from "./count-event.ts";
import { createEventSeries } from "./event-series.ts";
import type { EventType, RelayEvent } from "./relay-event.ts";
import { countedElsewhere, gauge } from "./series.ts";
import { createStoreGauges } from "./store-gauges.ts";

export interface Metrics {
  readonly observe: <Type extends EventType>(event: RelayEvent<Type>) => void;
  readonly contentType: string;
  /** The text that Prometheus reads. `openConnections`: how many there are. */
  render(figures: OutboxStats, now: number, openConnections?: number): Promise<string>;
}

const DROPPED_LINES = [
  "relay_log_lines_dropped_total",
  "Lines of the log that were dropped, since its reader did not take them.",
] as const;
const CONNECTIONS = gauge("relay_connections", "Open connections.");
const BUILD_INFO = gauge("relay_build_info", "Always 1; its label is the relay's version.", ["version"]);

/** `droppedLines`: of the log, since the process began. */
export function createMetrics(droppedLines: () => number = () => 0): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const series = createEventSeries(registry);
  countedElsewhere(...DROPPED_LINES, droppedLines)(registry);
  const showStore = createStoreGauges(registry);
  const connections = CONNECTIONS(registry);
  BUILD_INFO(registry).set({ version }, 1);
  return {
    observe: <Type extends EventType>(event: RelayEvent<Type>): void => countEvent(series, event),
    contentType: registry.contentType,
    render(figures, now, openConnections = 0) {
      showStore(figures, now);
      connections.set(openConnections);
      return registry.metrics();
    },
  };
}
