// Sections that show the first entries of a collection, and already as many as their `limit` allows: one more takes the place of another.
import type { JsonSchema } from "../../templates/kit/index.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { SourceList } from "../content/list-sources.ts";
import { readSource } from "../content/read-source.ts";
import { openDocument } from "../content/yaml/source-document.ts";

export interface FullList {
  /** The section that shows it: its file, relative to the project root, and the line of its limit. */
  readonly file: string;
  readonly line: number;
  readonly limit: number;
  /** Entries that there are without the new one. */
  readonly count: number;
}

/** By their schema, sections with a `limit` show all entries of a collection where they name none. */
export function fullLists(
  collection: string,
  { entries }: SourceList,
  { templates: { sections }, jsonSchemaOf }: Pick<LoadedTemplates, "templates" | "jsonSchemaOf">,
): FullList[] {
  const count = entries.filter((entry) => entry.collection === collection && entry.variant === undefined).length;
  const listKeys = new Map(
    sections.flatMap(({ type, schema }) => {
      const { properties = {} } = jsonSchemaOf(schema);
      const key = Object.keys(properties).find((name) => namesEntries(properties[name], collection));
      return key !== undefined && properties.limit?.type === "integer" ? [[type, key] as const] : [];
    }),
  );
  if (listKeys.size === 0) return [];
  return entries.flatMap((ref): FullList[] => {
    const source = ref.variant === undefined ? readSource(ref) : undefined;
    if (!source || "code" in source || !source.text.includes("limit")) return [];
    const document = openDocument(source);
    const { sections: shown } = document.data as { sections?: unknown };
    return (Array.isArray(shown) ? shown : []).flatMap((section: Record<string, unknown> | null, index): FullList[] => {
      const key = listKeys.get(String(section?.type));
      const limit = section?.limit;
      if (key === undefined || section?.[key] !== undefined || typeof limit !== "number" || limit > count) return [];
      return [{ file: ref.file, line: document.place(["sections", index, "limit"]).line, limit, count }];
    });
  });
}

const namesEntries = (field: JsonSchema | undefined, collection: string): boolean => {
  const mark = field?.items?.["x-field"];
  return mark?.kind === "reference" && mark.collection === collection;
};
