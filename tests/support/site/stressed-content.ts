// A site's content under stress: the longest plausible words, one item where there were three, seven where there were three.
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse, stringify } from "yaml";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Forty letters without a place to break. */
export const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapit";
/** Sixty letters in two words. */
export const LONG_NAME = "Konferenzzentrumsverwaltungsgebaeude Obereisenbahnstrassen";

const yamlFiles = (dir: string) => readdirSync(dir).filter((name) => name.endsWith(".yaml"));

function rewrite(file: string, change: (data: Json) => Json): void {
  writeFileSync(file, stringify(change(parse(readFileSync(file, "utf8")))));
}

/** Changes every member of every mapping below a value, the innermost first. */
function mapMembers(value: Json, change: (key: string, member: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => mapMembers(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, change(key, mapMembers(member, change))]),
  );
}

const eachPage = (contentDir: string, change: (data: Json) => Json) => {
  for (const folder of ["pages", "services"])
    for (const name of yamlFiles(join(contentDir, folder))) rewrite(join(contentDir, folder, name), change);
};

const LENGTHENED = new Set(["heading", "title", "caption", "lead", "value", "layout", "kind", "area", "role"]);

/** Puts a word of forty letters into headings, names, facts and captions, and makes every button two lines long. */
export function lengthenWords(contentDir: string): void {
  const extendExpiry = (key: string, member: Json): Json => {
    if (typeof member !== "string") return member;
    if (key === "label") return `${member} and whatever else the evening may still need`;
    return LENGTHENED.has(key) && !["cards", "columns", "index", "chapters"].includes(member)
      ? `${member} ${LONG_WORD}`
      : member;
  };
  eachPage(contentDir, (data) => mapMembers(data, extendExpiry));
  for (const folder of ["artists", "testimonials"])
    for (const name of yamlFiles(join(contentDir, folder)))
      rewrite(join(contentDir, folder, name), (data) => mapMembers(data, extendExpiry));
  for (const name of yamlFiles(join(contentDir, "venues")))
    rewrite(join(contentDir, "venues", name), (data) => ({
      ...(mapMembers(data, extendExpiry) as object),
      name: LONG_NAME,
    }));
}

/** Lists that may be of any length; facts and venue figures take at most four. */
const COUNTED: Readonly<Record<string, number>> = {
  tiles: 7,
  cards: 7,
  steps: 7,
  lists: 7,
  slides: 7,
  pictures: 7,
  services: 7,
  suits: 7,
  layouts: 7,
  facts: 4,
  figures: 4,
};
const COLLECTIONS = ["venues", "artists", "testimonials", "clients"];

/** Leaves one item in every list and one entry in every small collection. */
export function leaveOne(contentDir: string): void {
  const first = (key: string, member: Json): Json =>
    key in COUNTED && Array.isArray(member) ? member.slice(0, 1) : member;
  eachPage(contentDir, (data) => mapMembers(data, first));
  for (const folder of COLLECTIONS)
    for (const name of yamlFiles(join(contentDir, folder)).slice(1)) rmSync(join(contentDir, folder, name));
}

/** Fills every list and every small collection to seven, as far as the schema lets it. */
export function fillToSeven(contentDir: string): void {
  const fill = (key: string, member: Json): Json => {
    const count = COUNTED[key];
    // What refers to other entries cannot be made up.
    if (count === undefined || key === "services" || !Array.isArray(member) || member.length === 0) return member;
    return Array.from({ length: count }, (_, index) => member[index] ?? numbered(member[index % member.length], index));
  };
  eachPage(contentDir, (data) => mapMembers(data, fill));
  for (const folder of COLLECTIONS) {
    const dir = join(contentDir, folder);
    const names = yamlFiles(dir);
    for (let index = names.length; index < 7; index++)
      copyFileSync(
        join(dir, names[index % names.length] ?? ""),
        join(dir, `copy-${index}-${basename(names[0] ?? "")}`),
      );
    for (const name of folder === "venues" ? yamlFiles(dir) : [])
      rewrite(join(dir, name), (data) => mapMembers(data, fill));
  }
}

/** A copy whose title or label is its own: React tells items apart by it. */
function numbered(item: Json | undefined, index: number): Json {
  if (typeof item === "string") return `${item} ${index}`;
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item ?? null;
  const own = ["title", "label", "layout"].find((key) => key in item);
  return own ? { ...item, [own]: `${(item as Record<string, Json>)[own]} ${index}` } : item;
}
