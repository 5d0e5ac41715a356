import type { LoadedTemplates } from "../bundle/templates.ts";
import type { SourceRef } from "../content/list-sources.ts";
import type { PublicationEdits } from "../content/publication.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { PageJob } from "../entries/page-row.ts";
import type { SiteData } from "../render/site-data.ts";

/** A finished build, and the data of its pages. */
export interface BuiltSite {
  readonly templates: LoadedTemplates;
  readonly site: SiteData;
  /** site.yaml as validated, tokens not filled in, with the command's overrides. */
  readonly settings: {
    readonly source: SourceRef;
    readonly given: Readonly<Record<string, unknown>>;
    readonly edits: PublicationEdits | undefined;
  };
  readonly pages: readonly BuiltPage[];
  /** Every published entry as validated, tokens not filled in; read where it is asked for. */
  readonly entries: readonly WrittenEntry[];
  /** Characters of the site that not every font always has. */
  readonly characters: string;
  /** Pages with their content. */
  readonly files: readonly OutputFile[];
}

export type BuiltPage = Pick<PageJob, "collection" | "slug" | "path" | "output">;

export interface WrittenEntry {
  readonly source: SourceRef;
  readonly written: Readonly<Record<string, unknown>>;
  readonly edits: PublicationEdits | undefined;
}
