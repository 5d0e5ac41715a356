import type { LoadedTemplates } from "../bundle/templates.ts";
import type { LocalThread } from "../threads/thread.ts";
import type { PlannedSite } from "./run-stages.ts";

export type BuiltSite = ReturnType<typeof builtSite>;
export type BuiltPage = BuiltSite["pages"][number];

/** A finished build, and the data of its pages. */
export function builtSite(templates: LoadedTemplates, { content, site, files }: PlannedSite, thread: LocalThread) {
  const { sources, settings, characters, pages } = content;
  return {
    templates,
    site,
    /** site.yaml as validated, tokens not filled in, with the command's overrides. */
    settings: { source: sources.site, given: settings.raw ?? {}, edits: content.edits },
    pages,
    /** Characters of the site that not every font always has. */
    characters,
    /** Pages with their content. */
    files,
    /** Every published entry as validated, tokens not filled in; read where it is asked for. */
    entries: content.entries.map(({ source, textHash: text, edits }) => ({
      source,
      edits,
      get written(): Readonly<Record<string, unknown>> {
        return thread.valuesOf(source, text);
      },
    })),
  };
}
