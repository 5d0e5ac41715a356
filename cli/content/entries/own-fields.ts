// What belongs to one entry alone: a copy of it begins without.
import type { CollectionDefinition } from "../../../templates/kit/index.ts";

/** Keys of an entry: its former addresses, and what the templates declare. */
export const ownFields = ({ ownFields: declared = [] }: Pick<CollectionDefinition, "ownFields">): readonly string[] => [
  "formerly",
  ...declared,
];
