// What pieces of HTML have in common: read once, and copied, because a part of a page keeps all of it in memory.

import { decodeEntities } from "../text/decode-entities.ts";
import { type PicturePreload, sourcePreloads } from "./picture-preloads.ts";
import { attributesOf } from "./read-attributes.ts";

/** What a piece of HTML links to within the site, and the ids that links can lead to. */
export interface PageLinks {
  readonly targets: readonly string[];
  readonly ids: readonly string[];
}

export type TextCache = ReturnType<typeof createTextCache>;

const OTHER_SITE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Whether an address leads to a page or file of this site. */
export const isInternal = (target: string): boolean => !OTHER_SITE.test(target);

export function createTextCache() {
  const texts = new Map<string, string>();
  const ofSources = ofEach(sourcePreloads);
  return {
    /** Equal texts as one. */
    once(text: string): string {
      const known = texts.get(text);
      if (known !== undefined) return known;
      const copy = copyText(text);
      texts.set(copy, copy);
      return copy;
    },
    /** From the value of a `srcset`, as written in HTML, its files. */
    filesOf: ofEach(srcsetFiles),
    /** From a `picture` without its end, what to load first. */
    preloadsOf(picture: string): readonly PicturePreload[] {
      const end = picture.lastIndexOf("<source");
      // The image behind the sources has words of its own on each page.
      if (end !== -1) return ofSources(picture.slice(0, picture.indexOf(">", end) + 1));
      return [{ href: attributesOf(picture).get("src") ?? "" }];
    },
  };
}

const srcsetFiles = (written: string): PageLinks => {
  const files = decodeEntities(written)
    .split(",")
    .map((candidate) => candidate.trim().split(/\s/)[0] ?? "");
  return { targets: files.filter(isInternal), ids: [] };
};

const MAX_ENTRIES = 1000;

/** Gives what is made of a text: once for each, as long as there are few. */
function ofEach<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MAX_ENTRIES) known.clear();
    const copy = copyText(text);
    const made = make(copy);
    known.set(copy, made);
    return made;
  };
}

/** A copy of its own: a slice keeps the whole page in memory, with two bytes a character where any of the page needs them. */
const copyText = (text: string): string => Buffer.from(text).toString();
