// Messages from the server to open pages while it watches. Types only, shared by browser and server.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** A problem as the overlay shows it; `path` is the file's whole path, for a link that opens an editor on this machine. */
export interface LiveProblem extends Diagnostic {
  readonly path?: string;
}

export type LiveMessage =
  /** The current version of the open page. `hash` identifies it. */
  | { readonly type: "page"; readonly hash: string; readonly html: string }
  /** All current problems and warnings; empty without any. */
  | { readonly type: "problems"; readonly problems: readonly LiveProblem[] };
