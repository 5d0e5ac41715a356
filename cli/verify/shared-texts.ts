// Texts that pieces of HTML share. They are read once, and copied, because a part of a page keeps all of it in memory.

import { decodeEntities } from "../text/decode-entities.ts";
import { type PicturePreload, sourcePreloads } from "./picture-preloads.ts";
import { attributesOf } from "./read-attributes.ts";

/** Targets of links within the site, and ids that links can lead to. */
export interface PageLinks {
  readonly targets: readonly string[];
  readonly ids: readonly string[];
}

export interface TextCache {
  /** The same object for equal texts. */
  once(text: string): string;
  /** The files in the value of a `srcset`, as written in HTML. */
  filesOf(srcset: string): PageLinks;
  /** What to load first for a `picture` without its end tag. */
  preloadsOf(picture: string): readonly PicturePreload[];
}

const OTHER_SITE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Whether an address leads to a page or file of this site. */
export const isInternal = (target: string): boolean => !OTHER_SITE.test(target);

export function createTextCache(): TextCache {
  const texts = new Map<string, string>();
  const ofSources = ofEach(sourcePreloads);
  return {
    once(text) {
      const shared = texts.get(text);
      if (shared !== undefined) return shared;
      const copy = copyText(text);
      texts.set(copy, copy);
      return copy;
    },
    filesOf: ofEach(srcsetFiles),
    preloadsOf(picture) {
      const end = picture.lastIndexOf("<source");
      // The image behind the sources has another alternative text on each page.
      if (end !== -1) return ofSources(picture.slice(0, picture.indexOf(">", end) + 1));
      return [{ href: attributesOf(picture.slice(picture.lastIndexOf("<img"))).get("src") ?? "" }];
    },
  };
}

const srcsetFiles = (srcset: string): PageLinks => {
  const files = decodeEntities(srcset)
    .split(",")
    .map((candidate) => candidate.trim().split(/\s/)[0] ?? "");
  return { targets: files.filter(isInternal), ids: [] };
};

const MAX_ENTRIES = 1000;

/** Caches the result for each text, as long as there are few texts. */
function ofEach<Result>(make: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined) return cached;
    if (results.size >= MAX_ENTRIES) results.clear();
    const copy = copyText(text);
    const result = make(copy);
    results.set(copy, result);
    return result;
  };
}

/** A slice would keep the whole page in memory, with two bytes for each character if one of the page needs them. */
const copyText = (text: string): string => Buffer.from(text).toString();
