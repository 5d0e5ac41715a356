// Dates and times as people write them in a time zone → moments, in milliseconds since 1970. Offsets come from Intl, which every Node has:
// that takes fewer lines than the use of a library.

const DAY_MS = 24 * 60 * 60 * 1000;
const FORM = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::00)?)?$/;

/**
 * "2026-12-24" or "2026-12-24T18:00" → the time on the clock, as if it were UTC. `endsAt` is a day later for a date without a time.
 * undefined for another form, and for a day or a time that does not exist.
 */
export function parseLocalTime(text: string) {
  const [, day, time] = FORM.exec(text) ?? [];
  const iso = `${day}T${time ?? "00:00"}`;
  const beginsAt = Date.parse(`${iso}Z`);
  // The 30th of February would be the 2nd of March.
  if (Number.isNaN(beginsAt) || wallText(beginsAt).replace(" ", "T") !== iso) return undefined;
  return { beginsAt, endsAt: time === undefined ? beginsAt + DAY_MS : beginsAt };
}

/** A time that clocks skip in spring becomes as much later. A time that they show twice in autumn is the first of the two. */
export function momentOf(wall: number, timeZone: string): number {
  const before = offsetAt(wall - DAY_MS, timeZone);
  const after = offsetAt(wall + DAY_MS, timeZone);
  const early = wall - before;
  const late = wall - after;
  return offsetAt(early, timeZone) !== before && offsetAt(late, timeZone) === after ? late : early;
}

/** "2026-12-24T18:00-05:00"; null for a moment that never comes. */
export function isoText(moment: number, timeZone: string): string | null {
  if (!Number.isFinite(moment)) return null;
  const offset = offsetAt(moment, timeZone);
  const ahead = wallText(Math.abs(offset)).slice(11);
  return `${wallText(moment + offset).replace(" ", "T")}${offset < 0 ? "-" : "+"}${ahead}`;
}

const wallText = (wall: number): string => new Date(wall).toISOString().slice(0, 16).replace("T", " ");

/** Cached: making a format takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(moment: number, timeZone: string): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  const [, sign = "+", hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(moment)) ?? [];
  return Number(`${sign}1`) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
