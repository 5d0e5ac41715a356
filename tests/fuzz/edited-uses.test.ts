// Builds of a site whose links, ids, pictures, names, lists, order, drafts, dates and files change, and the moment they are made for, each of
// which knows the one before: after every edit, the folder and the problems are those of a build without caches.
import { rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { build } from "../../cli/index.ts";
import { contentSettled } from "../support/process/command.ts";
import { rounds } from "../support/process/rounds.ts";
import { imageCacheDir } from "../support/site/image-cache-dir.ts";
import { photo } from "../support/site/pictures.ts";
import { treeOf } from "../support/site/rebuilt-site.ts";
import { type SiteFiles, small, withSite } from "../support/site/with-site.ts";

const COUNT = 6;
/** The others come later. */
const FIRST = 4;
const STEPS = 14;
const PICTURES = ["room.png", "room.png, focus: { x: 20, y: 90 }", "low.png", "one.svg", "two.svg"];
const IDS = ["", "one", "two"];
const TARGETS = [
  "/contact",
  "/services/service-1",
  "/services/service-1#one",
  "/services/service-2/?from=here#two",
  "/services/service-3#on%65",
  "/services/service-4",
  "#one",
  "/terms#changes",
  "/downloads/guide.pdf",
  "https://example.com/",
  "/assets/images/one-6f6f6f6f.svg",
];

/** When something is public. What others say of it mostly has the same dates. */
const DATES: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  {},
  { publishFrom: "2026-06-10" },
  { publishUntil: "2026-06-20T12:00" },
  { publishFrom: "2026-06-10", publishUntil: "2026-06-19" },
  { draft: "true" },
];
const MOMENTS = ["2026-06-01", "2026-06-10", "2026-06-15", "2026-06-20T11:59", "2026-06-20T12:00", "2026-07-01"];
const fieldsOf = (dates: number) => Object.entries(DATES[dates] ?? {}).map(([key, value]) => `${key}: ${value}`);
const linesOf = (dates: number) =>
  fieldsOf(dates)
    .map((field) => `${field}\n`)
    .join("");
const itemOf = (dates: number) =>
  fieldsOf(dates)
    .map((field) => `, ${field}`)
    .join("");
const dates = fc.nat(DATES.length - 1);

/** What is edited of a page. */
interface Service {
  readonly hero: string;
  readonly gallery: readonly string[];
  readonly id: string;
  readonly target: string;
  readonly words: string;
  readonly name: string;
  readonly order: number;
  readonly isDraft: boolean;
  readonly dates: number;
  /** Of its second card. */
  readonly cardDates: number;
  readonly isThere: boolean;
  /** Services that its page names; the next ones of its group without any. */
  readonly related: readonly number[];
}

/** An entry without a page. */
interface Quote {
  readonly order: number;
  readonly isDraft: boolean;
  readonly dates: number;
  readonly isThere: boolean;
}

const SITE = small("site.yaml");

const textOf = (
  index: number,
  { hero, gallery, id, target, words, name, order, isDraft, dates, cardDates, related }: Service,
): string => {
  const mark = isDraft ? " # placeholder" : "";
  const picture = (src: string) => `{ image: { src: ${src}, alt: A room }, caption: A room }`;
  return `${linesOf(dates)}title: Service ${index}${mark}
description: What service ${index} is, how long it takes, and whom to call about it.${mark}
name: ${name} ${index}${mark}
summary: Number ${index}.${mark}
group: planning
order: ${order}
image:
  src: ${hero.replace(", ", "\n  ")}
  alt: A room${mark}
sections:
  - type: page-hero
    heading: Service ${index}${mark}
    image:
      src: ${hero.replace(", ", "\n      ")}
      alt: A room${mark}
  - type: cards
${id === "" ? "" : `    id: ${id}\n`}    heading: Cards${mark}
    cards:
      - title: Card${mark}
        text: ${words}${mark}
        href: "${target}"
${isDraft ? "" : `      - { title: Other, text: Words${itemOf(cardDates)} }\n`}  - type: related-services
    heading: More${mark}
${related.length === 0 ? "" : `    services: [${related.map((other) => `service-${other}`).join(", ")}]\n`}${gallery.length < 2 || isDraft ? "" : `  - type: gallery\n    heading: Seen\n    pictures: [${gallery.map(picture).join(", ")}]\n`}`;
};

/** What is edited of the site; `shown` are the services that the start page links to. */
interface Site {
  readonly services: readonly Service[];
  readonly shown: readonly number[];
  readonly target: string;
  /** Whether there is a page of all services. */
  readonly hasIndex: boolean;
  readonly quotes: readonly Quote[];
  readonly asOf: string;
  /** Of the notice on all pages. */
  readonly notice: number;
}

const INDEX = `title: All services
description: All services of this small site, in their groups and in their order.
sections:
  - { type: page-hero, heading: Services }
  - { type: service-index, heading: All of them }
`;

const quoteText = (index: number, { order, isDraft, dates }: Quote): string => {
  const mark = isDraft ? " # placeholder" : "";
  return `${linesOf(dates)}name: Guest ${index}${mark}
order: ${order}
role: Host${mark}
company: Engines${mark}
quote: All went well.${mark}
rating: 5
`;
};

const home = ({ services, shown, target, hasIndex, quotes }: Site) => `title: Rooms that are ready before the doors open
description: A small site for tests, with one of everything that a page of the real site may hold.
sections:
  - type: page-hero
    heading: Ready before the doors open
    actions: [{ label: Get a quote, href: "${target}" }]
  - type: cards
    heading: What we do
    cards:
      - { title: Contact, text: Write to us., href: /contact }
${shown.map((index) => `      - { title: Card ${index}, text: Words, href: /services/service-${index}${itemOf(services[index]?.dates ?? 0)} }\n`).join("")}${hasIndex ? "      - { title: All, text: Words, href: /services }\n" : ""}${quotes.some(({ isThere }) => isThere) ? "  - { type: testimonials, heading: Said of us }\n" : ""}`;

const filesOf = (site: Site): Readonly<Record<string, string>> => ({
  "content/pages/home.yaml": home(site),
  "content/site.yaml": `${SITE}notice: { text: "Note"${itemOf(site.notice)} }\n`,
  ...(site.hasIndex && { "content/pages/services.yaml": INDEX }),
  ...Object.fromEntries([
    ...site.services.flatMap((each, index) =>
      each.isThere ? [[`content/services/service-${index}.yaml`, textOf(index, each)]] : [],
    ),
    ...site.quotes.flatMap((each, index) =>
      each.isThere ? [[`content/testimonials/guest-${index}.yaml`, quoteText(index, each)]] : [],
    ),
  ]),
});

type Edit = (site: Site) => Site;

/** Another value of one field. */
const changeOf = <Key extends string, Value>(key: Key, value: fc.Arbitrary<Value>) =>
  value.map((each) => ({ [key]: each }) as Record<Key, Value>);
const order = changeOf("order", fc.nat(3));
const isDraft = changeOf("isDraft", fc.boolean());
const ownDates = changeOf("dates", dates);
const isThere = changeOf("isThere", fc.boolean());

const changes: fc.Arbitrary<Partial<Service>> = fc.oneof(
  // Few have something to be reported of, which all builds after that report too.
  changeOf("hero", fc.constantFrom(...PICTURES, ...PICTURES, ...PICTURES, "tiny.png")),
  changeOf("gallery", fc.uniqueArray(fc.constantFrom("room.png", "low.png", "one.svg", "two.svg"), { maxLength: 3 })),
  changeOf("id", fc.constantFrom(...IDS)),
  changeOf("target", fc.constantFrom(...TARGETS)),
  changeOf("words", fc.constantFrom("Words", "Größe", "Łódź", "Ł")),
  changeOf("name", fc.constantFrom("Service", "Evening")),
  order,
  isDraft,
  { weight: 2, arbitrary: ownDates },
  changeOf("cardDates", dates),
  { weight: 2, arbitrary: isThere },
  changeOf("related", fc.uniqueArray(fc.nat(COUNT - 1), { maxLength: 2 })),
);

/** A change of one of the entries. */
const changed = <Key extends "services" | "quotes">(key: Key, count: number, change: fc.Arbitrary<object>) =>
  fc.tuple(fc.nat(count - 1), change).map(([index, more]) => (site: Site) => ({
    ...site,
    [key]: site[key].map((each, at) => (at === index ? { ...each, ...more } : each)),
  }));
const ofSite = (change: fc.Arbitrary<Partial<Site>>) => change.map((more) => (site: Site) => ({ ...site, ...more }));

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 12, arbitrary: changed("services", COUNT, changes) },
  { weight: 2, arbitrary: changed("quotes", 3, fc.oneof(order, isDraft, ownDates, isThere)) },
  { weight: 4, arbitrary: ofSite(changeOf("asOf", fc.constantFrom(...MOMENTS))) },
  ofSite(changeOf("notice", dates)),
  ofSite(changeOf("hasIndex", fc.boolean())),
  ofSite(changeOf("target", fc.constantFrom(...TARGETS))),
  ofSite(changeOf("shown", fc.subarray([0, 1, 2, 3]))),
);

const START: Site = {
  services: Array.from({ length: COUNT }, (_, index) => ({
    hero: "room.png",
    gallery: [],
    id: "one",
    target: "/contact",
    words: "Words",
    name: "Service",
    order: 1,
    isDraft: false,
    dates: 0,
    cardDates: index,
    isThere: index < FIRST,
    related: [],
  })),
  hasIndex: true,
  quotes: [1, 2, 3].map((order) => ({ order, isDraft: false, dates: 0, isThere: order < 3 })),
  asOf: MOMENTS[0] ?? "",
  notice: 0,
  shown: [0, 1],
  target: "/services/service-1#one",
};

const drawing = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800"><rect width="1200" height="800" fill="${colour}"/></svg>`;

const isLasting = ({ code }: { readonly code: string }) => code !== "ROUTE_VANISHED";

test("are those of builds without caches", async () => {
  const others: SiteFiles = {
    "content/images/one.svg": drawing("#123"),
    "content/images/two.svg": drawing("#456"),
    "content/images/low.png": await photo(800, 600).png().toBuffer(),
    "content/images/tiny.png": await photo(60, 40).png().toBuffer(),
    "content/files/downloads/guide.pdf": "%PDF-1.7",
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(edit, fc.nat(3)), { minLength: STEPS, maxLength: STEPS }), (steps) =>
      withSite({ ...others, ...filesOf(START) }, async ({ root, write }) => {
        const options = { root, imageCacheDir };
        await build(options);
        await contentSettled();
        await build(options);
        let site = START;
        const go = (to: Site) => {
          const [known, files] = [filesOf(site), filesOf(to)];
          for (const path of Object.keys(known)) if (files[path] === undefined) rmSync(join(root, path));
          write(Object.fromEntries(Object.entries(files).filter(([path, text]) => known[path] !== text)));
          site = to;
        };
        for (const [change, patience] of steps) {
          const before = site;
          go(change(site));
          const at = { ...options, asOf: site.asOf };
          const made = await build(at).catch(({ diagnostics }) => ({ diagnostics }));
          const whole = await build({ ...at, write: false }).catch(({ diagnostics }) => ({ diagnostics }));
          if ("diagnostics" in whole || "diagnostics" in made) {
            expect(made).toEqual(whole);
            // Most mistakes are undone at once.
            if (patience > 0) go(before);
            continue;
          }
          expect(treeOf(join(root, "dist"))).toEqual(
            new Map(whole.files.map(({ path, content }) => [path, Buffer.from(content ?? "").toString("latin1")])),
          );
          expect(made.warnings.filter(isLasting)).toEqual(whole.warnings.filter(isLasting));
          expect(made).toMatchObject({
            routes: whole.routes,
            unfinished: whole.unfinished,
            lastChangeAt: whole.lastChangeAt,
            nextChangeAt: whole.nextChangeAt,
          });
          expect(made.files.map(({ path }) => path)).toEqual(whole.files.map(({ path }) => path));
        }
      }),
    ),
    rounds(1, 60),
  );
});
