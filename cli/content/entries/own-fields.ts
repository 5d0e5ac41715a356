// The fields that belong to one entry alone: a copy of the entry begins without them.
import type { CollectionDefinition } from "../../../templates/kit/index.ts";

/** The former addresses, and the fields that the templates declare. */
export const ownFields = ({ ownFields: declared = [] }: Pick<CollectionDefinition, "ownFields">): readonly string[] => [
  "formerly",
  ...declared,
];
