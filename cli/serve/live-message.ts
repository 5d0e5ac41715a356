// What the server tells open pages while it watches. Types alone: the browser's side and the server's both name them.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { PageWords } from "../visual/source-map/page-words.ts";

/** A problem as the overlay shows it; `path` is the file's whole path, for a link that opens an editor on this machine. */
export interface LiveProblem extends Diagnostic {
  readonly path?: string;
}

export type LiveMessage =
  /** The open page as it now is. `hash` names it. */
  | { readonly type: "page"; readonly hash: string; readonly html: string }
  /** All that is wrong now; none where all is well. */
  | { readonly type: "problems"; readonly problems: readonly LiveProblem[] };

/** Where the words of a page are; `paths` has the whole path of each file, for editors on this machine. */
export interface WordsAnswer {
  readonly words: PageWords;
  readonly paths: Readonly<Record<string, string>>;
  /** The files as they are make no site: the page is older than they are. */
  readonly isOlder: boolean;
}
