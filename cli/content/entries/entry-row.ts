// A content file, what it says and what comes of its references: plain data that can be sent between threads, and kept for the next build.

import type { Fingerprint } from "../../assets/cache/fingerprint.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Clock } from "../publication/clock.ts";
import type { PublicationEdits } from "../publication/edits.ts";
import type { DatedPart, Period, PublicWindow } from "../publication/windows.ts";
import type { SourceRef } from "../sources/list-sources.ts";

/** An entry to read; `isChosen` marks the published variant of a page. */
export interface EntrySource extends SourceRef {
  readonly isChosen: boolean;
  /** Names the state of the file; undefined if its stat cannot be trusted: it is then read again. */
  readonly stamp: string | undefined;
}

/** What a source file says. */
export interface EntryRow {
  readonly stamp: string | undefined;
  /** Of reading the file and checking it against its schema. */
  readonly diagnostics: readonly Diagnostic[];
  /** Remaining placeholders, where they are reported. */
  readonly unwritten: readonly Diagnostic[];
  /** Its characters that not every font always has. */
  readonly characters: string;
  /** undefined if the file could not be parsed. */
  readonly entry: WrittenEntry | undefined;
  /** undefined until it was resolved. */
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
  /** For which clocks this row holds, and between which moments; undefined if nothing in it has a date. */
  readonly period: (Period & Omit<Clock, "moment">) | undefined;
  /** `eventsite new` began it, and some of its samples are still there. */
  readonly isStarter: boolean;
  readonly order: number;
  readonly listed: boolean;
  readonly title: string;
  readonly description: string;
  /** Addresses that its page had before; undefined where there are none. */
  readonly formerly: readonly string[] | undefined;
  readonly mayHoldTokens: boolean;
  /** Names the text of the file. */
  readonly textHash: string;
}

/** What the references of an entry lead to. */
export interface ResolvedEntry {
  /** Of the row, with hints that only the index can give. */
  readonly diagnostics: readonly Diagnostic[];
  /** Of what it refers to. */
  readonly unresolved: readonly Diagnostic[];
  /** How the entry differs now from what is written. */
  readonly edits: PublicationEdits | undefined;
  /** What it refers to, as `hasTarget` names it, and the pictures that it names. */
  readonly targets: readonly string[];
  readonly images: readonly string[];
  /** Fingerprint of all tokens; undefined if the file can hold none. */
  readonly tokens: string | undefined;
  /** Fingerprint of the index, if references have problems, whose hints name what there is, or lead to what is not always public. */
  readonly indexFingerprint: string | undefined;
  /** What other pages can see of it, tokens filled in. */
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
