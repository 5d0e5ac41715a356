// A collection in Decap's words: where its entries are kept, how they are listed, and the fields of their form. Pure.

import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import { ownFields } from "../../content/entries/own-fields.ts";
import { labelOf } from "../../content/schema/described-schema.ts";
import { PLACEHOLDERS } from "./form-placeholders.ts";
import { keysOf, titleOf } from "./titles.ts";
import type { CmsField } from "./widget.ts";

export interface CollectionOptions {
  /** The content folder from the project's root: "content". */
  readonly contentDir: string;
  /**
   * Of a served site, the path below which the name of an entry leads to its page: "admin/page". Its backend hands over values of no fixed
   * shape as YAML; elsewhere such fields are not shown, and kept.
   */
  readonly pagesPath?: string | undefined;
}

export interface CmsCollection {
  readonly name: string;
  readonly label: string;
  readonly label_singular: string;
  readonly folder: string;
  readonly extension: string;
  readonly format: string;
  readonly create: boolean;
  readonly identifier_field: string;
  readonly summary: string;
  readonly sortable_fields?: readonly string[];
  /** The path of the page of an entry, whose name is `{{slug}}`; absent where entries have no page. */
  readonly preview_path?: string;
  readonly view_filters?: readonly { readonly label: string; readonly field: string; readonly pattern: string }[];
  readonly fields: readonly CmsField[];
}

export function cmsCollection(
  collection: CollectionDefinition,
  fields: readonly CmsField[],
  { contentDir, pagesPath }: CollectionOptions,
): CmsCollection {
  const { name, singular, format, path } = collection;
  const isServed = pagesPath !== undefined;
  const title = titleOf(collection);
  const isListed = keysOf(collection).includes("order");
  return {
    name,
    label: labelOf(name),
    label_singular: labelOf(singular.replace(/^an? /, "")),
    folder: `${contentDir}/${name}`,
    extension: format === "yaml" ? "yaml" : "md",
    format: format === "yaml" ? "yaml" : "yaml-frontmatter",
    create: true,
    identifier_field: title,
    // Variants of a page have its title. Decap shows the title for `{{slug}}` here, too.
    summary: path ? `{{${title}}} ({{filename}})` : `{{${title}}}`,
    ...(isListed && { sortable_fields: ["order", title] }),
    ...(path && { preview_path: pagesPath ? `${pagesPath}/${name}/{{slug}}` : path("{{slug}}").replace(/^\//, "") }),
    ...(isServed && { view_filters: [{ label: "With placeholders", field: PLACEHOLDERS, pattern: "label|object" }] }),
    fields: fields.map((field) => ({ ...field, ...(isServed && inCopies(field, collection)) })),
  };
}

/** What a copy does with a field: a copy is a draft, without values that belong to the original alone. */
function inCopies({ name }: CmsField, collection: CollectionDefinition): { readonly in_copy?: "draft" | "empty" } {
  if (name === "draft") return { in_copy: "draft" };
  return ownFields(collection).includes(name) ? { in_copy: "empty" } : {};
}
