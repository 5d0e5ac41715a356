// Which lines of templates made the elements of a finished page: plain data, for the open page.

export interface ComponentPlace {
  /** From the project's root: "templates/sections/steps/Steps.tsx". */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface PageComponents {
  /** Of the page version that it describes. */
  readonly hash: string;
  readonly places: readonly ComponentPlace[];
  /** For each element of the page in document order, as of `querySelectorAll("*")`: an index in `places`, or -1. */
  readonly elements: readonly number[];
}

/** What an open page gets; `root` is the project's folder, for editors on this machine. */
export interface ComponentsAnswer extends PageComponents {
  readonly root?: string;
}
