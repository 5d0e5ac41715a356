// What is rendered, and what comes of it: plain data that can be sent between threads.
import type { ClientBundle, StyleSheets, TemplateSources } from "../bundle/templates.ts";
import type { SiteIndex } from "../content/targets.ts";
import type { PageSink } from "../emit/page-sink.ts";
import type { SiteData } from "../render/site-data.ts";
import type { PageFacts } from "../verify/verify-page.ts";
import type { Outline } from "./outline.ts";
import type { ValueFiles } from "./value-store.ts";

/** What pages are rendered with, as data that can be sent to a thread. */
export interface PartitionSetup {
  readonly programFile: string;
  readonly sources: TemplateSources;
  readonly css: StyleSheets;
  readonly client: Pick<ClientBundle, "loader" | "islands">;
  /** Where the values of entries are stored; otherwise in memory. */
  readonly values?: ValueFiles | undefined;
  /** What an earlier build knew. */
  readonly record?: EntryRecord | undefined;
}

/** What an earlier build knew of its entries and pages. */
export interface EntryRecord {
  readonly index: SiteIndex;
  readonly site: SiteData;
  /** Later ones replace earlier ones, entry by entry. */
  readonly packed: readonly PackedParts[];
  /** Paths of files that are not what they were, with forward slashes. */
  readonly edited: ReadonlySet<string>;
  /** What is in the output folder, by output. */
  readonly published: ReadonlyMap<string, Pick<EntryPage, "bytes" | "hash">>;
  /** More pages are not rendered. */
  readonly renderedAtMost: number;
}

/** Entries and their pages, as bytes. */
export interface PackedParts {
  readonly entries: Uint8Array;
  /** What the same entries and pages use of the rest of the site. */
  readonly uses: Uint8Array;
}

export interface PageJob {
  readonly collection: string;
  readonly slug: string;
  readonly path: string;
  readonly output: string;
}

export interface EntryPage {
  readonly output: string;
  readonly bytes: number;
  readonly hash: string;
  readonly facts: PageFacts;
  /** undefined if what the rest of the site can see of the page and its entry cannot be compared. */
  readonly outline: Outline | undefined;
  readonly content: Uint8Array | undefined;
}

export interface RenderJob {
  readonly site: SiteData;
  readonly pages: readonly PageJob[];
  /** Where pages are written, if anywhere. */
  readonly sink: PageSink | undefined;
  /** Whether the HTML is needed; a check only needs what was found in it. */
  readonly keepsHtml: boolean;
  /** Whether what the next build can take over is returned: of all entries, or of those that no earlier build has recorded. */
  readonly records?: "all" | "new" | undefined;
  /** Keys of what is known to be read once for all pages. */
  readonly shared?: ReadonlySet<string>;
  /** Whether it is known of these pages what they read by themselves: others have changed, not they. */
  readonly isTrusted?: boolean;
}
