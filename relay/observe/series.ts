// Series for Prometheus, declared before there is a registry: each declaration creates its series in the registry it is called with. Labels take
// values from short fixed lists, so that no visitor and no server can make new series.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

type SeriesIn<Instrument> = (registry: Registry) => Instrument;

export const counter =
  <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ): SeriesIn<Counter<Label>> =>
  (registry) =>
    new Counter<Label>({ name, help, labelNames: [...labelNames], registers: [registry] });

export const gauge =
  <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ): SeriesIn<Gauge<Label>> =>
  (registry) =>
    new Gauge<Label>({ name, help, labelNames: [...labelNames], registers: [registry] });

/** `buckets`: upper bounds in seconds. */
export const histogram =
  <Label extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly Label[] = [],
  ): SeriesIn<Histogram<Label>> =>
  (registry) =>
    new Histogram<Label>({
      name,
      help,
      buckets: [...buckets],
      labelNames: [...labelNames],
      registers: [registry],
    });

/** A count that is kept elsewhere. It is read together with the series. */
export const countedElsewhere =
  (name: string, help: string, count: () => number): SeriesIn<Counter> =>
  (registry) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(count());
      },
    });
