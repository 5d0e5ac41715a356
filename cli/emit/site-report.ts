import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Redirect } from "../routes/plan-redirects.ts";

/** A published page: its address, its file below the output folder, and the file's size. */
export interface PublishedRoute {
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
}

/** Texts that are still missing. */
export interface Unfinished {
  /** Values of the published site that are placeholders. */
  readonly placeholders: number;
  /** Files of entries that are not published, because they are drafts or all their words are placeholders. */
  readonly drafts: readonly string[];
  /** Files of entries that are published with samples of `eventsite new` in them. */
  readonly starters: readonly string[];
}

/** What a build reports about the site. */
export interface SiteReport {
  readonly routes: readonly PublishedRoute[];
  /** The path that all addresses of the site begin with: "/preview" for https://user.github.io/preview, else "". */
  readonly basePath: string;
  /** Old addresses that lead to a page, sorted, without chains. */
  readonly redirects: readonly Redirect[];
  /** Addresses that are gone on purpose. */
  readonly gone: readonly string[];
  readonly warnings: readonly Diagnostic[];
  readonly unfinished: Unfinished;
  /** The last change that a date made, and the next that one will make: "2026-12-24T18:00-05:00"; null where there is none. */
  readonly lastChangeAt: string | null;
  readonly nextChangeAt: string | null;
}
