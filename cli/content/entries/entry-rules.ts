// What the templates declare about entries: schemas, marked fields, summaries. Looked up once, by name.

import type { TemplateProgram } from "../../bundle/templates.ts";
import { type EntryPart, entryParts } from "../schema/entry-fields.ts";
import type { SourceRef } from "../sources/list-sources.ts";
import { createCharacterList } from "./list-characters.ts";

interface WrittenEntry {
  readonly source: Pick<SourceRef, "collection">;
  readonly written: Record<string, unknown>;
}

export type EntryRules = ReturnType<typeof createEntryRules>;

export function createEntryRules({ templates, checkValue, compileFieldVisitor }: TemplateProgram) {
  const collections = new Map(templates.collections.map((collection) => [collection.name, collection]));
  const sections = new Map(templates.sections.map((section) => [section.type, section.schema]));
  return {
    collection: (name: string) => collections.get(name),
    charactersOf: createCharacterList(templates.fonts),
    checkValue,
    sections,

    /** The parts of an entry, each with the visitor of its marked fields. */
    partsOf({ source, written }: WrittenEntry): EntryPart[] {
      const collection = collections.get(source.collection);
      if (!collection) return [];
      return entryParts(written, compileFieldVisitor(collection.schema), (type) => {
        const schema = sections.get(type);
        return schema && compileFieldVisitor(schema);
      });
    },

    /** What other pages can see of an entry. */
    summaryOf(collection: string, data: Record<string, unknown>): unknown {
      const summarize = collections.get(collection)?.summarize;
      return summarize ? summarize(data as never) : data;
    },
  };
}
