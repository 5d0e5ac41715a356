// Messages from the server to open pages while it watches. Types only, shared by browser and server.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** A problem as the overlay shows it; `path` is the file's whole path, for a link that opens an editor on this machine. */
export interface LiveProblem extends Diagnostic {
  readonly path?: string;
}

/** A file that `eventsite new` began; `path` is its whole path on this machine. */
export type LiveStarter = Required<Pick<LiveProblem, "file">> & Pick<LiveProblem, "path">;

export type LiveMessage =
  /** The current version of the open page. `hash` identifies it. */
  | { readonly type: "page"; readonly hash: string; readonly html: string }
  /** All current problems and warnings, empty without any; and the files in which sample words of `new` are left. */
  | { readonly type: "problems"; readonly problems: readonly LiveProblem[]; readonly starters: readonly LiveStarter[] };
