// What a page reads of the rest of the site while it is rendered, as keys: a page whose keys name nothing that changed is as it was.
import { isDeepStrictEqual } from "node:util";
import type { Derivation, Listed } from "../../templates/kit/index.ts";
import { changedDerived } from "./derived.ts";
import { isSameData } from "./same-data.ts";
import type { SiteData } from "./site-data.ts";

/** What is read is reported to it. */
export interface ReadReport {
  read(key: string): void;
  /** A single field of a long list's entry. */
  readField(field: ListField, slug: string): void;
}

/** A field of the entries of a list: its keys. */
export interface ListField {
  readonly every: string;
  of(slug: string): string;
  /** Of the whole entry: it covers its fields. */
  entry(slug: string): string;
}

/** A shorter list counts as one value. */
const WATCHED_FROM = 200;

export const listRead = (collection: string): string => `list ${collection}`;
export const entryRead = (collection: string, slug: string): string => `entry ${collection}/${slug}`;
export const pictureRead = (src: string): string => `picture ${src}`;
const fieldRead = (collection: string, slug: string, field: string): string => `field ${collection}/${slug} ${field}`;

const everyRead = (collection: string, field: string): string => `every ${collection} ${field}`;

/** A field of some entries. */
export type FieldOfSome = readonly [field: ListField, slugs: readonly string[]];

/** One key for the same field of so many entries. */
const FIELDS_AT_MOST = 100;

/** The keys of fields: a list that was read to its end is one key for each field. */
export const gatherFields = (fields: readonly FieldOfSome[]): readonly string[] =>
  fields.flatMap(([{ every, of }, slugs]) => (slugs.length > FIELDS_AT_MOST ? every : slugs.map(of)));

type List = readonly Listed<unknown>[];

const isLong = (list: List): boolean => list.length >= WATCHED_FROM;

/**
 * A long list whose entries report which of their fields are read; any other list as it is. A field that counts as read by every page, as one
 * of the keys in `shared`, is not reported.
 */
export function watchList(collection: string, list: List, report: ReadReport, shared?: ReadonlySet<string>): List {
  if (!isLong(list)) return list;
  const fieldOf = createFields(collection, report, shared);
  return list.map((entry) => {
    const watched = { slug: entry.slug, ...(entry.path !== undefined && { path: entry.path }) };
    hide(watched, { slug: entry.slug, data: entry.data, fieldOf });
    return Object.defineProperty(watched, "data", DATA) as unknown as Listed<unknown>;
  });
}

/** What is behind an entry that reports reads, and behind its data. */
interface Behind {
  readonly slug: string;
  readonly data: unknown;
  readonly fieldOf: (field: string) => PropertyDescriptor;
  watched?: unknown;
}

const BEHIND = Symbol("behind");
const hide = (watched: object, behind: Behind) => Object.defineProperty(watched, BEHIND, { value: behind });
const behindOf = (watched: unknown): Behind => (watched as { readonly [BEHIND]: Behind })[BEHIND];

// The same functions for all entries: with their own, each entry would take kilobytes.
const DATA: PropertyDescriptor = {
  enumerable: true,
  get() {
    const behind = behindOf(this);
    behind.watched ??= watchFields(behind);
    return behind.watched;
  },
};

function createFields(collection: string, report: ReadReport, shared?: ReadonlySet<string>): Behind["fieldOf"] {
  const known = new Map<string, PropertyDescriptor>();
  return (field) => {
    const found = known.get(field);
    if (found) return found;
    const listField: ListField = {
      every: everyRead(collection, field),
      of: (slug) => fieldRead(collection, slug, field),
      entry: (slug) => entryRead(collection, slug),
    };
    const isReported = shared?.has(listField.every) !== true;
    const get = function (this: unknown) {
      const { slug, data } = behindOf(this);
      if (isReported) report.readField(listField, slug);
      return (data as Record<string, unknown>)[field];
    };
    const made = { enumerable: true, get };
    known.set(field, made);
    return made;
  };
}

function watchFields(behind: Behind): unknown {
  const { data, fieldOf } = behind;
  if (!isRecord(data)) return data;
  const watched = {};
  hide(watched, behind);
  for (const field of Object.keys(data)) Object.defineProperty(watched, field, fieldOf(field));
  return watched;
}

/** The keys of what differs between two sites, and of what is derived from their lists; undefined if every page may differ. */
export function changedReads(
  before: SiteData,
  now: SiteData,
  derived: readonly Derivation<unknown>[] = [],
): ReadonlySet<string> | undefined {
  if (before === now) return new Set();
  const { lists: oldLists, images: oldImages, ...oldFrame } = before;
  const { lists, images, ...frame } = now;
  if (!isSameData(oldFrame, frame)) return undefined;
  const changed = new Set<string>();
  for (const src of new Set([...oldImages.keys(), ...images.keys()]))
    if (!isDeepStrictEqual(oldImages.get(src), images.get(src))) changed.add(pictureRead(src));
  for (const name of new Set([...Object.keys(oldLists), ...Object.keys(lists)]))
    if (!addChanges(name, oldLists[name] ?? [], lists[name] ?? [], changed)) return undefined;
  const results = changed.size > 0 ? changedDerived(before, now, derived) : changed;
  return results && new Set([...changed, ...results]);
}

/** Adds the keys of one list; false if they cannot be distinguished. */
function addChanges(collection: string, before: List, now: List, changed: Set<string>): boolean {
  const count = changed.size;
  const left = new Map(before.map((entry) => [entry.slug, entry]));
  for (const { slug, path, data } of now) {
    const known = left.get(slug);
    left.delete(slug);
    if (known && known.path === path && isSameData(known.data, data)) continue;
    changed.add(entryRead(collection, slug));
    if (!known || !isLong(now)) continue;
    const fields = changedFields(known.data, data);
    if (!fields) return false;
    for (const field of fields) changed.add(fieldRead(collection, slug, field)).add(everyRead(collection, field));
  }
  for (const slug of left.keys()) changed.add(entryRead(collection, slug));
  const isSameOrder =
    before.length === now.length &&
    before.every(({ slug, path }, index) => slug === now[index]?.slug && path === now[index]?.path);
  if (!isSameOrder || (!isLong(now) && changed.size > count)) changed.add(listRead(collection));
  return true;
}

/** undefined if the values are not two records with the same fields. */
function changedFields(before: unknown, now: unknown): string[] | undefined {
  if (!isRecord(before) || !isRecord(now)) return undefined;
  const fields = Object.keys(now);
  if (!isDeepStrictEqual(Object.keys(before), fields)) return undefined;
  return fields.filter((field) => !isSameData(before[field], now[field]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
