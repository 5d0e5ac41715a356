// What a site of a moment shows, compared with a plain model: a list of what has which dates, and a clock on the wall of the site. Builds
// follow one another in any order of moments, each knowing the one before.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { build } from "../../cli/index.ts";
import { contentSettled } from "../support/process/command.ts";
import { rounds } from "../support/process/rounds.ts";
import { watched } from "../support/process/watched-clock.ts";
import { imageCacheDir } from "../support/site/image-cache-dir.ts";
import { small, withSite } from "../support/site/with-site.ts";

/** Around changes of clocks in spring and autumn, a leap day and the turn of a year; "02:30" is skipped or shown twice on some of them. */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  "America/Toronto": ["2026-03-07", "2026-03-08", "2026-03-09", "2026-10-31", "2026-11-01", "2026-11-02"],
  "Europe/Berlin": ["2026-03-28", "2026-03-29", "2026-03-30", "2026-10-24", "2026-10-25", "2026-10-26"],
  "Australia/Lord_Howe": ["2026-04-04", "2026-04-05", "2026-10-03", "2026-10-04", "2026-10-05"],
  "Pacific/Kiritimati": ["2028-02-28", "2028-02-29", "2028-03-01", "2027-12-31", "2028-01-01"],
};
const TIMES = ["", "", "T00:00", "T01:30", "T02:00", "T02:30", "T03:00", "T12:00", "T23:59"];

interface Dated {
  readonly from: string;
  readonly until: string;
  readonly isDraft: boolean;
}

interface Plan {
  readonly zone: string;
  readonly cards: readonly Dated[];
  readonly venues: readonly Dated[];
  readonly moments: readonly string[];
}

const planIn = (zone: string): fc.Arbitrary<Plan> => {
  const time = fc
    .tuple(fc.constantFrom(...(ZONES[zone] ?? [])), fc.constantFrom(...TIMES))
    .map(([day, at]) => day + at);
  const dated = fc
    .record({
      from: fc.oneof(fc.constant(""), time),
      until: fc.oneof(fc.constant(""), time),
      seldom: fc.nat(9),
    })
    .map(({ from, until, seldom }) => ({ from, until, isDraft: seldom === 0 }))
    .filter(({ from, until }) => from === "" || until === "" || startOf(from, zone) < endOf(until, zone));
  return fc.record({
    zone: fc.constant(zone),
    cards: fc.array(dated, { minLength: 3, maxLength: 5 }),
    venues: fc.array(dated, { minLength: 2, maxLength: 3 }),
    moments: fc.array(time, { minLength: 6, maxLength: 9 }),
  });
};

const MINUTE = 60_000;
const starts = new Map<string, number>();

function startOf(written: string, zone: string): number {
  const name = `${written} ${zone}`;
  const wanted = written.length === 10 ? `${written}T00:00` : written;
  const found = starts.get(name) ?? watched(Date.parse(`${wanted}Z`), zone);
  starts.set(name, found);
  return found;
}

/** A date without a time ends where the next day begins. */
const endOf = (written: string, zone: string): number =>
  written.length > 10
    ? startOf(written, zone)
    : startOf(new Date(Date.parse(`${written}T00:00Z`) + 24 * 60 * MINUTE).toISOString().slice(0, 10), zone);

const isPublic = ({ from, until, isDraft }: Dated, moment: number, zone: string): boolean =>
  !isDraft && (from === "" || startOf(from, zone) <= moment) && (until === "" || moment < endOf(until, zone));

/** The next moment at which the model shows something else. */
const nextOf = ({ cards, venues, zone }: Plan, moment: number): number | undefined =>
  [...cards, ...venues]
    .filter(({ isDraft }) => !isDraft)
    .flatMap(({ from, until }) => [...(from ? [startOf(from, zone)] : []), ...(until ? [endOf(until, zone)] : [])])
    .filter((change) => change > moment)
    .sort((a, b) => a - b)[0];

const fieldsOf = ({ from, until, isDraft }: Dated): string[] => [
  ...(from ? [`publishFrom: ${from}`] : []),
  ...(until ? [`publishUntil: ${until}`] : []),
  ...(isDraft ? ["draft: true"] : []),
];

const filesOf = ({ zone, cards, venues }: Plan): Record<string, string> => ({
  "content/site.yaml": small("site.yaml").replace("America/Toronto", zone),
  "content/pages/home.yaml":
    small("pages/home.yaml") +
    cards
      .map((card, index) => `      - { ${[`title: Card-${index}`, "text: Words", ...fieldsOf(card)].join(", ")} }\n`)
      .join(""),
  ...Object.fromEntries(
    venues.map((venue, index) => [
      `content/venues/v-${index}.yaml`,
      `${fieldsOf(venue).join("\n")}\n${small("venues/harbour-hotel.yaml").replace(/^name: .*/m, `name: Venue-${index}`)}`,
    ]),
  ),
});

/** A case is ten builds or so. */
const MANY_BUILDS = { timeout: 240_000 };

test.each(Object.keys(ZONES))(
  "shows in %s what a plain model does, at any moment and in any order",
  MANY_BUILDS,
  async (zone) => {
    await fc.assert(
      fc.asyncProperty(planIn(zone), (plan) =>
        withSite(filesOf(plan), async ({ root }) => {
          await contentSettled();
          for (const asOf of plan.moments) {
            const moment = startOf(asOf, zone);
            const { nextChangeAt } = await build({ root, asOf, imageCacheDir });
            const page = readFileSync(join(root, "dist/index.html"), "utf8");
            const expected = [
              ...plan.cards.map((card, index) => [`Card-${index}`, isPublic(card, moment, zone)]),
              ...plan.venues.map((venue, index) => [`Venue-${index}`, isPublic(venue, moment, zone)]),
            ];
            expect(expected.map(([name]) => [name, page.includes(`>${name}<`)])).toEqual(expected);
            expect(nextChangeAt === null ? undefined : Date.parse(nextChangeAt)).toBe(nextOf(plan, moment));
          }
        }),
      ),
      rounds(2, 40),
    );
  },
);
