// Warns of a section that shows a collection without public entries.

import type { LoadedTemplates } from "../bundle/templates.ts";
import { documentAt } from "../content/sources/locate.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Dependency } from "../render/page-job.ts";
import { listKey } from "../render/site-fingerprints.ts";
import type { Content } from "./load-content.ts";
import type { RenderedSite } from "./render-stale.ts";

export function emptyCollections(
  { templates, jsonSchemaOf }: LoadedTemplates,
  { sources, routes, leftOut, unfinished, site }: Content,
  { pages }: Pick<RenderedSite, "pages">,
): Diagnostic[] {
  const emptyNames = templates.collections.map(({ name }) => name).filter((name) => !site.lists[name]);
  return emptyNames.flatMap((collection): Diagnostic[] => {
    const folder = `${sources.site.file.replace(/site\.yaml$/, "")}${collection}`;
    const inFolder = (files: readonly string[]) => files.filter((file) => file.startsWith(`${folder}/`)).length;
    // Invalid entries will be in the collection once they are fixed.
    if (sources.entries.filter((entry) => entry.collection === collection).length > inFolder(leftOut)) return [];
    const isRead = ({ key }: Dependency) => key === listKey(collection);
    const outputs = new Set(pages.filter(({ dependencies }) => dependencies.some(isRead)).map(({ output }) => output));
    const [first, ...others] = routes.filter(({ output }) => outputs.has(output));
    const document = first && documentAt(first.entry.source);
    if (!document) return [];
    // A section shows the collection if its schema can name entries of it.
    const mayName = `"collection":${JSON.stringify(collection)}`;
    const types = templates.sections
      .filter(({ schema }) => JSON.stringify(jsonSchemaOf(schema)).includes(mayName))
      .map(({ type }) => type);
    const list = (document.data as { sections?: readonly ({ type?: string } | null)[] } | undefined)?.sections ?? [];
    const index = list.findIndex((section) => types.includes(section?.type ?? ""));
    const place = index === -1 ? document.place(["sections"], "key") : document.place(["sections", index, "type"]);
    const otherPages = others.length === 1 ? "does 1 more page" : `do ${others.length} more pages`;
    const othersText = others.length === 0 ? "" : ` So ${otherPages}.`;
    const kinds = inFolder(leftOut) > inFolder(unfinished.drafts) ? "nothing that is public now" : "only drafts";
    const state = inFolder(leftOut) > 0 ? `has ${kinds} in it` : "is empty";
    const message = `${first.path} shows the entries of ${folder}, which ${state}: there is nothing under its heading.${othersText}`;
    const hint = `add a file to ${folder}, or take the section out`;
    return [document.report(place, { code: "CONTENT_EMPTY_COLLECTION", severity: "warning", message, hint })];
  });
}
