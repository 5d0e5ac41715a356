// Templates that do with words what no mark survives: their pages are traced as far as that can be proved, and never wrongly.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPageMaps, type PageMaps } from "../../cli/edit/source-map/page-maps.ts";
import type { PageWords } from "../../cli/edit/source-map/page-words.ts";
import { openSession, type SiteSession } from "../../cli/pipeline/watch-session.ts";
import { type ShownText, shownTexts } from "../support/site/traced-page.ts";
import { copyTemplates, openSite } from "../support/site/with-site.ts";

/** One list for each thing that is done with its items. */
const HOSTILE = `
import { Section } from "../../components/Section.tsx";
import { SectionHeading } from "../../components/SectionHeading.tsx";
import type { SectionProps } from "eventsite/kit";
import type { ListsData } from "./schema.ts";

const doings: readonly ((items: readonly string[]) => unknown)[] = [
  (items) => items.map((item) => <li>{item.toUpperCase()}</li>),
  (items) => items.map((item) => <li>{item.slice(0, 6)}</li>),
  (items) => [...items].sort((a, b) => (a < b ? -1 : 1)).map((item) => <li>{item}</li>),
  (items) => items.map((item) => <li>{item === items[0] ? item : item + "!"}</li>),
  (items) => items.map((item) => <li>{item.split(" ").map((word) => <b>{word}</b>)}</li>),
  (items) => items.map((item) => <li>{encodeURIComponent(item)}</li>),
  (items) => items.map((item) => <li data-letters={item.length}>{item}</li>),
  (items) => items.map((item) => <li>{item.startsWith("+") ? item : "no"}</li>),
  (items) => items.map((item) => <li>{item.replace("old", "new")}</li>),
  (items) => [<li>{(items[0] ?? "").split(" ")[0] + " " + (items[1] ?? "").split(" ").at(-1)}</li>],
  (items) => {
    if (/[^ -~]/.test(items.join(""))) throw new Error("I know ASCII alone.");
    return items.map((item) => <li>{item}</li>);
  },
];

export function Lists({ section, page }: SectionProps<ListsData>) {
  return (
    <Section id={page.anchorId} className="lists white">
      <SectionHeading id={page.anchorId} heading={section.heading} />
      {section.lists.map(({ title, items }, index) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul data-doing={title.length}>{doings[index]?.(items) as never}</ul>
        </div>
      ))}
    </Section>
  );
}
`;

const ITEMS: readonly (readonly string[])[] = [
  ["one loud text"],
  ["Seventeen letters"],
  ["cherry plate", "apple plate", "banana plate"],
  ["the first", "the second"],
  ["words that stand alone"],
  ["a text / with signs"],
  ["counted"],
  ["+1 416 555 0100"],
  ["an old word"],
  ["Ada Lovelace", "Grace Hopper"],
  ["plain letters"],
];

const PAGE = [
  "title: Things that templates do with words",
  "description: A page whose template counts, cuts, sorts, compares and encodes the words it is given.",
  "sections:",
  "  - type: page-hero",
  "    heading: What templates do",
  "  - type: lists",
  "    heading: Doings",
  "    lists:",
  ...ITEMS.flatMap((items, index) => [
    `      - title: Doing ${index}`,
    "        items:",
    ...items.map((item) => `          - "${item}"`),
  ]),
  "",
].join("\n");

const site = openSite({ "content/pages/doings.yaml": PAGE });
let session: SiteSession;
let visual: PageMaps;
let words: PageWords;
let shown: readonly ShownText[];
let html: string;

beforeAll(async () => {
  copyTemplates(site.root);
  site.write({ "templates/sections/lists/Lists.tsx": HOSTILE });
  session = openSession({ root: site.root });
  visual = openPageMaps(session);
  const { files } = await session.build();
  html = Buffer.from(files.find(({ path }) => path === "doings/index.html")?.content ?? "").toString();
  words = (await visual.sourceMap("doings/index.html")) as PageWords;
  shown = shownTexts(html, words);
});

afterAll(async () => {
  await session?.close();
  site.close();
});

/** The places that the words of a text are said to stand at, as what the file says there. */
function said(value: string): string[] {
  const texts = shown.filter((text) => text.value === value);
  if (texts.length === 0) throw new Error(`The page does not say "${value}".`);
  return texts.flatMap(({ marks }) =>
    marks.map(({ origin: index }) => {
      const { file, line, column } = words.origins[index] as PageWords["origins"][number];
      const text = readFileSync(join(site.root, file), "utf8").split("\n")[line - 1] ?? "";
      return text.slice(column - 1).replace(/"$/, "");
    }),
  );
}

const reported = (start: string) =>
  words.unmapped.filter(({ origin: index }) => {
    const origin = words.origins[index ?? -1];
    const line = origin && readFileSync(join(site.root, origin.file), "utf8").split("\n")[origin.line - 1];
    return origin !== undefined && line?.slice(origin.column - 1).startsWith(start);
  });

describe("a text that a template", () => {
  test("writes in capitals is found", () => expect(said("ONE LOUD TEXT")).toEqual(["one loud text"]));
  test.each([
    ["cuts", "Sevent", "Seventeen letters"],
    ["splits into words", "stand", "words that stand alone"],
    ["encodes", "a%20text%20%2F%20with%20signs", "a text / with signs"],
    ["counts", "counted", "counted"],
    ["looks at the beginning of", "+1 416 555 0100", "+1 416 555 0100"],
    ["changes words of", "an new word", "an old word"],
    ["refuses any mark in", "plain letters", "plain letters"],
  ])("%s is reported once", (_, shown, written) => {
    expect(said(shown)).toEqual([]);
    expect(reported(written)).toHaveLength(1);
  });
  test("puts in order is found, or reported as one that is not", () => {
    for (const item of ITEMS[2] ?? []) expect([[item], []]).toContainEqual(said(item));
    const found = (ITEMS[2] ?? []).filter((item) => said(item).length > 0);
    expect(found.length + (ITEMS[2] ?? []).filter((item) => reported(item).length > 0).length).toBe(3);
  });
  test("compares is found", () => {
    expect(said("the first")).toEqual(["the first"]);
    expect(said("the second!")).toEqual(["the second"]);
  });
  test("joins to another is found part by part, or reported", () => {
    const places = said("Ada Hopper");
    expect([["Ada Lovelace", "Grace Hopper"], []]).toContainEqual(places);
    expect(places.length + reported("Ada").length).toBeGreaterThan(0);
  });
});

test("what is beside all that is found as before", () => {
  expect(said("What templates do")).toEqual(["What templates do"]);
});

test("the page is served without a mark", () => {
  expect(html).not.toMatch(/[\ue000-\uf8ff]/);
});
