// Which words of a finished page stand where in the content: plain data, as the open page and those who write into content are given it.

/** A text, a block of a Markdown text or a picture as it stands in content. */
export interface Origin {
  /** From the project root. */
  readonly file: string;
  /** In the file's data; ["body"] for the text of a Markdown file. */
  readonly path: readonly (string | number)[];
  readonly kind: "text" | "markdown" | "image";
  /** Where its first character stands, or that of the words inside a Markdown text; both start at 1. */
  readonly line: number;
  readonly column: number;
  /** Markdown: the lines of the value that the block takes, counted from 0, the end exclusive. */
  readonly block?: { readonly first: number; readonly end: number };
}

/**
 * One run of words in the page. Runs may stand within others, and then come after them: of the runs that hold a character, the last is what
 * it came from (a token's words in site.yaml), those before are the texts around it (which hold the token).
 */
export interface Mark {
  /** Its element's place among all elements of the page as it was built, in document order: that of `querySelectorAll("*")`. */
  readonly element: number;
  /** Which child node of it. Absent for an attribute. */
  readonly text?: number;
  /**
   * "alt", "src", "aria-label", "placeholder", "content" and the like. "data-props" is the JSON that an island's script is given: its words
   * may come onto the page later, as those of "data-failure" may.
   */
  readonly attribute?: string;
  /** Characters of that text or attribute value, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Index in `origins`. */
  readonly origin: number;
}

export interface PageWords {
  /** Of the page version it speaks of. */
  readonly hash: string;
  readonly origins: readonly Origin[];
  readonly marks: readonly Mark[];
  /** Texts that a template did something with that cannot be followed, told by their place; or, without one, why the whole page cannot be mapped. */
  readonly unmapped: readonly { readonly origin?: number; readonly reason: string }[];
  /** Runs of the page that their file does not say: it has changed since the page was made, or the command or a default gives the words. */
  readonly misplaced: readonly (Omit<Mark, "origin"> & { readonly file: string })[];
  /** What each file that takes part held, as a hash of its bytes. Whoever writes must find it unchanged. */
  readonly files: Readonly<Record<string, string>>;
}
