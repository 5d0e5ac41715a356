// What the templates declare about entries, by name: schemas, marked fields, summaries.

import type { TemplateSet } from "../../../templates/kit/index.ts";
import type { TemplateProgram } from "../../bundle/templates.ts";
import { type EntryPart, entryParts } from "../schema/entry-fields.ts";
import type { SourceRef } from "../sources/list-sources.ts";
import { type CharacterList, createCharacterList } from "./list-characters.ts";

interface EntryWithValues {
  readonly source: Pick<SourceRef, "collection">;
  readonly values: Record<string, unknown>;
}

export interface EntryRules {
  collection(name: string): TemplateSet["collections"][number] | undefined;
  readonly charactersOf: CharacterList;
  readonly checkValue: TemplateProgram["checkValue"];
  /** The schemas of sections, by type. */
  readonly sections: ReadonlyMap<string, TemplateSet["sections"][number]["schema"]>;
  /** The parts of an entry, each with the visitor of its marked fields. */
  partsOf(entry: EntryWithValues): EntryPart[];
  /** What other pages can see of an entry. */
  summaryOf(collection: string, data: Record<string, unknown>): unknown;
}

export function createEntryRules({ templates, checkValue, compileFieldVisitor }: TemplateProgram): EntryRules {
  const collections = new Map(templates.collections.map((collection) => [collection.name, collection]));
  const sections = new Map(templates.sections.map((section) => [section.type, section.schema]));
  return {
    collection: (name) => collections.get(name),
    charactersOf: createCharacterList(templates.fonts),
    checkValue,
    sections,
    partsOf({ source, values }) {
      const collection = collections.get(source.collection);
      if (!collection) return [];
      return entryParts(values, compileFieldVisitor(collection.schema), (type) => {
        const schema = sections.get(type);
        return schema && compileFieldVisitor(schema);
      });
    },
    summaryOf(collection, data) {
      const summarize = collections.get(collection)?.summarize;
      return summarize ? summarize(data as never) : data;
    },
  };
}
