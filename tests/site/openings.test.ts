// No two pages open with the same place: which room a picture shows is in the table of .github/scenes/README.md.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type BuiltSite, buildSite, sectionsOf } from "../support/built-site.ts";
import { attribute, select } from "../support/html.ts";
import { projectDir } from "../support/with-site.ts";

const imagesDir = join(projectDir, "content/images");
const masters = readdirSync(imagesDir).flatMap((name) => /^(.+)\.(?:webp|jpe?g)$/.exec(name)?.[1] ?? []);
const rooms = new Map(
  [
    ...readFileSync(join(projectDir, ".github/scenes/README.md"), "utf8").matchAll(
      /^\| ([a-z][\w-]*) \| ([^|`]+) \| [^|]+\|$/gm,
    ),
  ]
    .slice(1)
    .map(([, picture = "", room = ""]): [string, string] => [picture, room]),
);

let site: BuiltSite;
beforeAll(async () => {
  site = await buildSite();
});

/** The longest name wins: scale-model-table is no picture of scale-model. */
function masterOf(src: string): string | undefined {
  const file = src.split("/").at(-1) ?? "";
  return masters.filter((master) => file.startsWith(`${master}-`)).sort((a, b) => b.length - a.length)[0];
}

/** The pictures of a page's first section; of a carousel the first, which is what a visitor meets. */
function openingOf(path: string): string[] {
  const [first] = sectionsOf(site.page(path));
  if (!first) return [];
  const pictures = select(first.element, "img").flatMap((image) => masterOf(attribute(image, "src") ?? "") ?? []);
  return select(first.element, ".carousel").length > 0 ? pictures.slice(0, 1) : pictures;
}

/** What several pages have in common, as "thing: page, page". */
function shared(of: (path: string) => readonly string[]): string[] {
  const pages = new Map<string, string[]>();
  for (const path of site.paths)
    for (const thing of new Set(of(path))) pages.set(thing, [...(pages.get(thing) ?? []), path]);
  return [...pages].flatMap(([thing, paths]) => (paths.length > 1 ? [`${thing}: ${paths.join(", ")}`] : []));
}

test("the table names the room of every picture", () => {
  expect([...rooms.keys()].sort()).toEqual([...masters].sort());
});

test("nearly every page opens with a picture", () => {
  expect(site.paths.filter((path) => openingOf(path).length > 0).length).toBeGreaterThan(20);
});

test("no two pages open with the same picture", () => {
  expect(shared(openingOf)).toEqual([]);
});

test("no two pages open with the same room", () => {
  expect(shared((path) => openingOf(path).map((picture) => rooms.get(picture) ?? picture))).toEqual([]);
});
