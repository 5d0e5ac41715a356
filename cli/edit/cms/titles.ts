// Which field names an entry, or an item of a list, where a form lists several. Pure.

import type { CollectionDefinition } from "../../../templates/kit/index.ts";

const TITLES = ["name", "heading", "title", "label", "quote", "text", "alt"];

export const titleKey = (keys: readonly string[]): string | undefined =>
  TITLES.find((key) => keys.includes(key)) ?? keys.find((key) => !["type", "id"].includes(key));

export const keysOf = ({ schema }: CollectionDefinition): readonly string[] =>
  Object.keys((schema as { shape?: object }).shape ?? {});

export const titleOf = (collection: CollectionDefinition): string =>
  collection.uniqueBy ?? titleKey(keysOf(collection)) ?? "title";
