import type { LoadedTemplates } from "../bundle/templates.ts";
import type { SourceRef } from "../content/list-sources.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { SiteData } from "../render/site-view.ts";

/** A finished build, and what its pages were made of. */
export interface BuiltSite {
  readonly templates: LoadedTemplates;
  readonly site: SiteData;
  /** site.yaml as it was checked, tokens and all, with what the command says in its place. */
  readonly settings: { readonly source: SourceRef; readonly given: Readonly<Record<string, unknown>> };
  readonly pages: readonly BuiltPage[];
  /** Every published entry as it was checked, tokens and all. */
  readonly entries: readonly WrittenEntry[];
  /** What the site holds beyond Latin-1. */
  readonly characters: string;
  /** Pages with their content. */
  readonly files: readonly OutputFile[];
}

export interface BuiltPage {
  readonly collection: string;
  readonly slug: string;
  readonly path: string;
  readonly output: string;
}

export interface WrittenEntry {
  readonly source: SourceRef;
  readonly written: Readonly<Record<string, unknown>>;
}
