// What pieces of HTML have in common: read once, and copied, because a part of a page keeps all of it in memory.
import { attributesOf, decodeEntities } from "./read-attributes.ts";

/** What a piece of HTML links to within the site, and the ids that links can lead to. */
export interface LinkFacts {
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

const srcsetFiles = (written: string): LinkFacts => {
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

/** The attributes of a preload link. */
export interface PicturePreload {
  readonly media?: string;
  readonly type?: string | undefined;
  readonly srcset?: string | undefined;
  readonly sizes?: string | undefined;
  /** Where there is only one file. */
  readonly href?: string;
}

/**
 * For the pictures that are loaded first: the first format of each crop. Browsers that support it choose it, and others must not load it.
 */
function sourcePreloads(sources: string): PicturePreload[] {
  const all = (sources.match(/<source\s[^>]*>/g) ?? []).map(attributesOf);
  const best = all.filter((source) => source.get("type") === all[0]?.get("type"));
  return best.map((source, index) => {
    const others = best.slice(0, index).map((other) => other.get("media") ?? "all");
    const media = source.get("media") ?? notAnyOf(others);
    const [type, srcset, sizes] = ["type", "srcset", "sizes"].map((name) => source.get(name));
    return { type, srcset, sizes, ...(media !== undefined && { media }) };
  });
}

/**
 * The screens that the crops before do not cover. Browsers since 2023 can negate several conditions; this form also works in older ones.
 */
function notAnyOf(media: readonly string[]): string | undefined {
  if (media.length < 2) return media[0] && `not all and ${media[0]}`;
  return media.map((condition) => `(not ${condition})`).join(" and ");
}
