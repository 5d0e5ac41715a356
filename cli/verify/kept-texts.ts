// Texts of pages that are kept: equal ones as one, since most are on many pages, and copied, because a part of a page keeps all of it in memory.
import { decodeEntities } from "./decode-entities.ts";

export interface KeptTexts {
  once(text: string): string;
  /** From the value of a `srcset`, as written in HTML, its files. */
  filesOf(written: string): readonly string[];
}

const SRCSETS_KEPT = 1000;

export function createKeptTexts(): KeptTexts {
  const texts = new Map<string, string>();
  const srcsets = new Map<string, readonly string[]>();
  const once = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const copy = copyOf(text);
    texts.set(copy, copy);
    return copy;
  };
  return {
    once,
    filesOf(written) {
      const known = srcsets.get(written);
      if (known) return known;
      // Each is read once, as long as there are few.
      if (srcsets.size >= SRCSETS_KEPT) srcsets.clear();
      const files = decodeEntities(written)
        .split(",")
        .map((candidate) => once(candidate.trim().split(/\s/)[0] ?? ""));
      srcsets.set(copyOf(written), files);
      return files;
    },
  };
}

const copyOf = (text: string): string => ` ${text}`.slice(1);
