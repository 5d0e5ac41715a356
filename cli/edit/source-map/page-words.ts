// The source positions of the words of a finished page: plain data, for the open page and for editing.
import type { TextPlace } from "../../rewrite/text-place.ts";

/** A text, a block of a Markdown text or a picture of the content. */
export interface WordsOrigin extends TextPlace {
  readonly kind: "text" | "markdown" | "image";
  /** The position of its first character, or of the first word inside a Markdown text; both start at 1. */
  readonly line: number;
  readonly column: number;
}

/**
 * One run of words in the page. Nested runs come after the outer ones: the last run with a character is its source (a token's text in
 * site.yaml), those before are the texts around it (which have the token).
 */
export interface Mark {
  /** Its element's index among all elements of the page as it was built, in document order: that of `querySelectorAll("*")`. */
  readonly element: number;
  /** The index of the child node. Absent for an attribute. */
  readonly text?: number;
  /**
   * "alt", "src", "aria-label", "placeholder", "content" and the like. "data-props" is the JSON of an island's props: its words may appear
   * on the page later, like those of "data-failure".
   */
  readonly attribute?: string;
  /** Characters of that text or attribute value, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Index in `origins`. */
  readonly origin: number;
}

export interface PageWords {
  /** Of the page version that it describes. */
  readonly hash: string;
  readonly origins: readonly WordsOrigin[];
  readonly marks: readonly Mark[];
  /** Texts that a template changed in a way that cannot be followed, by their position; or, without one, why the whole page cannot be
   * mapped. */
  readonly unmapped: readonly { readonly origin?: number; readonly reason: string }[];
  /** Runs of the page that their file does not contain: it has changed since, or the words come from an option or a default. */
  readonly misplaced: readonly (Omit<Mark, "origin"> & { readonly file: string })[];
  /** The hash of each file involved. An edit requires it to be unchanged. */
  readonly files: Readonly<Record<string, string>>;
}

/** Words of an island's props, without the escaping of JSON. */
export function fromJson(json: string): string {
  try {
    return String(JSON.parse(`"${json}"`));
  } catch {
    return json;
  }
}

/** What an open page gets; `paths` has the whole path of each file, for editors on this machine. */
export interface WordsAnswer extends PageWords {
  readonly paths: Readonly<Record<string, string>>;
  /** Indexes of the origins that are marked as placeholders. */
  readonly placeholders: readonly number[];
  /** The current files do not build: the page is older than they are. */
  readonly isOlder: boolean;
}
