// Clocks of places, watched minute by minute.

const MINUTE = 60_000;

/** What a clock there shows. */
function clockIn(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return (moment) => Date.parse(`${format.format(moment).replace(" ", "T")}Z`);
}

/** The first moment at which the clock shows it; where it never does, as long after the jump as the time is after what it jumped from. */
export function watched(wall: number, timeZone: string): number {
  const clock = clockIn(timeZone);
  let before = wall - 16 * 60 * MINUTE;
  for (let moment = before; moment <= wall + 16 * 60 * MINUTE; moment += MINUTE) {
    const shows = clock(moment);
    if (shows === wall) return moment;
    if (shows > wall) return before + wall - clock(before);
    before = moment;
  }
  throw new Error("The clock never comes there.");
}
