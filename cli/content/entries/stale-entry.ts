import type { Clock } from "../publication/clock.ts";
import { isWithin, type Period } from "../publication/windows.ts";
import type { EntryRow, EntrySource } from "./entry-row.ts";

/** Why a file has to be read again; undefined if its row is up to date. */
export function staleReason(
  row: EntryRow | undefined,
  { stamp }: Pick<EntrySource, "stamp">,
  clock: Clock,
): string | undefined {
  if (!row) return "new";
  if (stamp === undefined || row.stamp !== stamp) return "changed";
  const period = row.entry?.period;
  return period && !holdsFor(period, clock) ? "the time of something in it came" : undefined;
}

const holdsFor = (period: Period & Omit<Clock, "moment">, { moment, timeZone, showsAll }: Clock): boolean =>
  isWithin(period, moment) && period.timeZone === timeZone && period.showsAll === showsAll;
