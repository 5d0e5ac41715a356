// What could take the place of an entry: others of its collection first, then those with pages where it has one. Pure.
import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import type { SourceList, SourceRef } from "../../content/sources/list-sources.ts";
import { NOT_FOUND_FILE, outputFile } from "../../routes/addresses.ts";

export function successorsOf(
  { collection, file }: SourceRef,
  { entries }: SourceList,
  collections: readonly CollectionDefinition[],
): readonly string[] {
  const paged = collections.filter((each) => each.path).map(({ name }) => name);
  const isReached = reachedOtherwise(collections);
  const others = entries.filter((ref) => ref.variant === undefined && ref.file !== file && !isReached(ref));
  const names = new Set([collection, ...(paged.includes(collection) ? paged : [])]);
  return [...names].flatMap((name) => others.flatMap((ref) => (ref.collection === name ? `${name}/${ref.slug}` : [])));
}

/** Pages that visitors get for something else, such as an unknown address or a form that was sent: they say nothing of an entry. */
function reachedOtherwise(collections: readonly CollectionDefinition[]): (ref: SourceRef) => boolean {
  const needed = collections.flatMap(({ needs = [] }) => needs.map(({ path }) => path));
  const outputs = new Set([NOT_FOUND_FILE, ...needed.map(outputFile)]);
  const pathOf = new Map(collections.map(({ name, path }) => [name, path]));
  return ({ collection, slug }) => {
    const address = pathOf.get(collection)?.(slug);
    return address !== undefined && outputs.has(outputFile(address));
  };
}
