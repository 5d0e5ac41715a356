// The choice of an entry of a collection, or of an item of a list of site.yaml. Pure.

import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import { titleKey, titleOf } from "./titles.ts";
import type { Widget } from "./widget.ts";

/** The name of the collection that site.yaml is in, and of its entry. */
export const SITE = "site";

interface ReferredTo {
  readonly collections: readonly CollectionDefinition[];
  /** The schema of site.yaml. */
  readonly settings: JsonSchema;
}

/** Lists of site.yaml may be referred to like folders: "site.groups". */
export function relationWidget(name: string, { collections, settings }: ReferredTo): Widget {
  const [, list] = /^site\.(.*)$/.exec(name) ?? [];
  if (list) return relationToItems(list, settings.properties?.[list]?.items);
  const collection = collections.find((each) => each.name === name);
  return relation({ collection: name }, "{{slug}}", collection ? titleOf(collection) : "title");
}

function relationToItems(list: string, items: JsonSchema | undefined): Widget {
  const title = titleKey(Object.keys(items?.properties ?? {})) ?? "id";
  return relation({ collection: SITE, file: SITE }, `${list}.*.id`, `${list}.*.${title}`);
}

const relation = (from: object, valueField: string, titleField: string): Widget => ({
  widget: "relation",
  ...from,
  value_field: valueField,
  search_fields: [titleField],
  display_fields: [titleField],
  options_length: 200,
});
