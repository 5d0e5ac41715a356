// Days as the office counts them: from midnight to midnight of its own time zone.

const DAY_MS = 86_400_000;

/** "2026-11-22" */
export const dayOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);

/** The first moment of that day. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The difference to UTC at a guess, and then there: the clocks may be changed in between.
  const guess = midnight - offsetAt(midnight, timeZone);
  return midnight - offsetAt(guess, timeZone);
}

export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** Milliseconds that the zone is ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return (
    Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")) -
    Math.floor(at / 1000) * 1000
  );
}

type When = Readonly<{ locale: string; timeZone: string }>;

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");

/** "Sunday, November 22, 2026" */
export const dayText = (at: number, { locale, timeZone }: When): string =>
  plain(
    new Intl.DateTimeFormat(locale, {
      timeZone,
      weekday: "long",
      year: "numeric",
      month: "long",
      day: "numeric",
    }).format(at),
  );

/** "2:53 p.m." */
export const hourText = (at: number, { locale, timeZone }: When): string =>
  plain(new Intl.DateTimeFormat(locale, { timeZone, hour: "numeric", minute: "2-digit" }).format(at));

/** "Nov 22, 2026, 2:53 p.m." */
export const momentText = (at: number, { locale, timeZone }: When): string =>
  plain(new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" }).format(at));
