// A finished build as tools of the served site see it, such as the editor.

import type { LoadedTemplates } from "../bundle/templates.ts";
import type { PublishedEntry } from "../content/entries/entry-row.ts";
import type { PublicationEdits } from "../content/publication/edits.ts";
import type { SourceRef } from "../content/sources/list-sources.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { PageJob } from "../render/page-job.ts";
import type { SiteData } from "../render/site-data.ts";
import type { LocalThread } from "../threads/thread.ts";
import type { PlannedSite } from "./run-stages.ts";

/** A finished build, and the data of its pages. */
export interface BuiltSite {
  readonly templates: LoadedTemplates;
  readonly site: SiteData;
  readonly settings: BuiltSettings;
  readonly pages: readonly PageJob[];
  /** Characters of the site that some fonts do not have. */
  readonly characters: string;
  /** Pages with their content. */
  readonly files: readonly OutputFile[];
  readonly entries: readonly BuiltEntry[];
}

interface BuiltSettings {
  readonly source: SourceRef;
  /** The validated values of site.yaml without tokens filled in, with overrides of the command. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly edits: PublicationEdits | undefined;
}

/** A published entry. Its values are read when they are asked for. */
interface BuiltEntry extends Pick<PublishedEntry, "source" | "edits"> {
  /** Validated, without tokens filled in. */
  readonly values: Readonly<Record<string, unknown>>;
}

export function builtSite(
  templates: LoadedTemplates,
  { content, site, files }: PlannedSite,
  thread: LocalThread,
): BuiltSite {
  const { sources, settings, characters, pages } = content;
  return {
    templates,
    site,
    settings: { source: sources.site, values: settings.raw ?? {}, edits: content.edits },
    pages,
    characters,
    files,
    entries: content.entries.map(({ source, textHash, edits }) => ({
      source,
      edits,
      get values() {
        return thread.valuesOf(source, textHash);
      },
    })),
  };
}
