// Jobs and results of rendering: plain data that can be sent between threads, and saved for the next build.

import type { Fingerprint } from "../assets/cache/fingerprint.ts";
import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";
import type { ClientBundle, LoadedTemplates } from "../bundle/templates.ts";
import type { EntrySource } from "../content/entries/entry-row.ts";
import type { PublicationEdits } from "../content/publication/edits.ts";
import type { PageSink } from "../emit/page-sink.ts";
import type { PageScan } from "../verify/verify-page.ts";
import type { SiteData } from "./site-data.ts";

/** The templates as data that can be sent to a thread. */
export interface ThreadSetup extends Pick<LoadedTemplates, "programFile" | "sources" | "css"> {
  readonly client: Pick<ClientBundle, "loader" | "islands">;
}

export interface PageJob {
  readonly source: EntrySource;
  readonly collection: string;
  readonly slug: string;
  readonly path: string;
  readonly output: string;
  /** A hash of the text of its file. */
  readonly textHash: string;
  readonly edits: PublicationEdits | undefined;
  readonly holdsTokens: boolean;
  /** All this as one text, with a fingerprint of the tokens that may be shown. */
  readonly fingerprint: string;
}

/** What happens to the pages: they are written, kept in memory, or only checked. */
export interface PageOutput {
  /** Where pages are written, if anywhere. */
  readonly sink: PageSink | undefined;
  /** Whether the HTML is kept in memory. A check only needs the scans. */
  readonly keepsHtml: boolean;
}

export interface RenderJob extends PageOutput {
  readonly site: SiteData;
  /** The values that texts can use as tokens. */
  readonly tokens: ReadonlyMap<string, string> | undefined;
}

export interface RenderedEntry extends Pick<PageJob, "output" | "fingerprint"> {
  readonly bytes: number;
  readonly hash: string;
  readonly scan: PageScan;
  readonly variants: readonly (readonly Variant[])[];
  readonly cards: readonly Card[];
  /** Keys of what the page depends on. */
  readonly dependencies: readonly string[];
  readonly content?: Uint8Array | undefined;
}

/** A key of what pages depend on, and its fingerprint then: one object for all pages. */
export interface Dependency {
  readonly key: string;
  readonly fingerprint: Fingerprint;
}

/** A rendered page, and all that it depends on. */
export interface PageRow extends Omit<RenderedEntry, "dependencies"> {
  readonly dependencies: readonly Dependency[];
}
