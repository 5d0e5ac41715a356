// What pages depend on, as keys, and the fingerprint of each: a page is rendered again when one of them differs.

import type { Derivation } from "../../templates/kit/index.ts";
import { type Fingerprint, fingerprint } from "../assets/cache/fingerprint.ts";
import { contentHash } from "../files/content-hash.ts";
import { listsOf } from "./derived.ts";
import type { SiteData } from "./site-data.ts";

// A list counts as one value. The separator is a character that no name has.
export const listKey = (collection: string): string => `list\0${collection}`;
export const entryKey = (collection: string, slug: string): string => `entry\0${collection}/${slug}`;
export const settingKey = (name: string): string => `setting\0${name}`;
export const pictureKey = (src: string): string => `picture\0${src}`;
export const derivedKey = (name: string, key?: string): string =>
  key === undefined ? `derived\0${name}` : `derived\0${name}\0${key}`;

/** The key of what every page may show: fonts, the form of links, the names of settings. */
export const FRAME_KEY = "frame";

/** A key in messages: "list services". */
export const keyName = (key: string): string =>
  key === FRAME_KEY ? "what every page may show" : key.replaceAll("\0", " ");

export interface SiteFingerprints {
  of(key: string): Fingerprint;
}

/** `entries` has the fingerprint of what lists show of each entry, by `entryKey`. Other keys are computed once, at their first use. */
export function createSiteFingerprints(
  { settings, lists, images, ...frame }: SiteData,
  entries: ReadonlyMap<string, Fingerprint>,
  derived: readonly Derivation<unknown>[] = [],
): SiteFingerprints {
  const fingerprints = new Map(entries);
  const results = new Map<string, unknown>();
  const ofList = (name: string): Fingerprint => {
    let parts = "";
    for (const { slug, path } of lists[name] ?? []) {
      const entry = fingerprints.get(entryKey(name, slug));
      if (entry === undefined) return undefined;
      parts += `${slug} ${path} ${entry}\n`;
    }
    return contentHash(parts);
  };
  const resultOf = (name: string): unknown => {
    const derivation = derived.find((each) => each.name === name);
    if (!results.has(name)) results.set(name, derivation?.make(listsOf({ settings, lists })));
    return results.get(name);
  };
  const compute = (key: string): Fingerprint => {
    const [kind, name = "", part] = key.split("\0");
    if (kind === FRAME_KEY) return fingerprint({ ...frame, settings: Object.keys(settings) });
    if (kind === "list") return ofList(name);
    if (kind === "entry") return "none";
    if (kind === "setting") return fingerprint(settings[name]);
    if (kind === "picture") return fingerprint(images.get(name));
    try {
      const result = resultOf(name);
      return fingerprint(part === undefined ? result : (result as ReadonlyMap<string, unknown>).get(part));
    } catch {
      // The pages that ask for it report what is wrong.
      return undefined;
    }
  };
  return {
    of(key) {
      const value = fingerprints.get(key);
      if (value !== undefined || fingerprints.has(key)) return value;
      fingerprints.set(key, compute(key));
      return fingerprints.get(key);
    },
  };
}
