// What a content file says, and what its references lead to: plain data that can be sent between threads and saved for the next build.

import type { Fingerprint } from "../../assets/cache/fingerprint.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Clock } from "../publication/clock.ts";
import type { PublicationEdits } from "../publication/edits.ts";
import type { DatedPart, Period, PublicWindow } from "../publication/windows.ts";
import type { SourceRef } from "../sources/list-sources.ts";

/** An entry to read; `isChosen` marks the published variant of a page. */
export interface EntrySource extends SourceRef {
  readonly isChosen: boolean;
  /** Changes with the file; undefined if its stat cannot be trusted: the file is then read again. */
  readonly stamp: string | undefined;
}

/** What a source file says. */
export interface EntryRow {
  readonly stamp: string | undefined;
  /** Problems of the file and its values by themselves. */
  readonly diagnostics: readonly Diagnostic[];
  /** Remaining placeholders, where they are reported. */
  readonly unwritten: readonly Diagnostic[];
  /** Its characters that not every font includes. */
  readonly characters: string;
  /** undefined if the file could not be parsed. */
  readonly entry: WrittenEntry | undefined;
  /** undefined until its references are resolved. */
  readonly resolved: ResolvedEntry | undefined;
}

export interface WrittenEntry {
  /** Entries with problems are never published, but their references are checked like any other. */
  readonly isValid: boolean;
  /** Number of placeholder values. */
  readonly placeholders: number;
  /** Its parts with dates. One whose words are all placeholders is a draft. */
  readonly dated: readonly DatedPart[];
  /** When it is public; undefined for always. */
  readonly window: PublicWindow | undefined;
  /** The clocks and moments that this row is valid for; undefined if nothing in it has a date. */
  readonly period: (Period & Omit<Clock, "moment">) | undefined;
  /** Whether `eventsite new` wrote it, and some of its samples are still there. */
  readonly isStarter: boolean;
  readonly order: number;
  readonly listed: boolean;
  readonly title: string;
  readonly description: string;
  /** Former addresses of its page; undefined where there are none. */
  readonly formerly: readonly string[] | undefined;
  readonly mayHoldTokens: boolean;
  /** A hash of the file's text. */
  readonly textHash: string;
}

/** What the references of an entry lead to. */
export interface ResolvedEntry {
  /** The diagnostics of the row, with hints that only the index can give. */
  readonly diagnostics: readonly Diagnostic[];
  /** Problems of its references. */
  readonly unresolved: readonly Diagnostic[];
  /** How the entry differs now from its text. */
  readonly edits: PublicationEdits | undefined;
  /** The targets of its references, by the names of `hasTarget`, and its pictures. */
  readonly targets: readonly string[];
  readonly images: readonly string[];
  /** The fingerprint of all tokens; undefined if the file can hold none. */
  readonly tokens: string | undefined;
  /** The fingerprint of the index, if a reference has a problem, whose hint depends on the index, or leads to what is not always public. */
  readonly indexFingerprint: string | undefined;
  /** What other pages can see of it, with tokens filled in. */
  readonly summary: unknown;
  readonly summaryFingerprint: Fingerprint;
}

/** A published entry as the rest of the site sees it. */
export interface PublishedEntry extends WrittenEntry, Omit<ResolvedEntry, "diagnostics"> {
  readonly collection: string;
  readonly slug: string;
  readonly file: string;
  readonly source: EntrySource;
  /** undefined if it has no page. */
  readonly path: string | undefined;
}
