// The store that the configuration names, and its clock.

import type { Clock } from "../clock.ts";
import type { StoreTarget } from "../config/targets.ts";
import type { OutboxOptions } from "./engines/engine.ts";
import { databaseName } from "./engines/postgres/connect.ts";
import { openPostgresEngine } from "./engines/postgres/engine.ts";
import { openSqliteEngine } from "./engines/sqlite/engine.ts";
import type { Outbox } from "./outbox.ts";
import { createOutboxOn } from "./outbox-on-engine.ts";

export { type MoveReport, move } from "./move.ts";

export const createOutbox = (target: StoreTarget, options: OutboxOptions): Outbox =>
  target.type === "postgres"
    ? createOutboxOn(() => openPostgresEngine(target, options), options, true)
    : createOutboxOn((health) => openSqliteEngine(target.path, options, health), options, false);

/** Its name in messages, without anything secret. */
export const storeName = (target: StoreTarget): string =>
  target.type === "postgres" ? databaseName(target) : target.path;

/** A smaller difference between two readings is the time that the query takes. */
const SAME_MS = 1000;

/** A single relay uses its own clock, several use that of the database they share. `onTime`: what the database's clock shows. */
export function createStoreClock(
  target: StoreTarget,
  own: Clock,
): { readonly clock: Clock; readonly onTime: (now: number) => void } {
  if (target.type === "sqlite") return { clock: own, onTime: () => {} };
  const { elapsed } = own;
  let offset = own.now() - elapsed();
  return {
    clock: { ...own, now: () => Math.round(offset + elapsed()) },
    onTime(now) {
      if (Math.abs(now - elapsed() - offset) >= SAME_MS) offset = now - elapsed();
    },
  };
}
