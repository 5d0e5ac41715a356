// A form in Decap's words: its fields and their controls.

import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";

/** A control of a form. */
export interface Widget {
  readonly widget: string;
  readonly [option: string]: unknown;
}

export interface CmsField extends Widget {
  readonly name: string;
  readonly label: string;
}

/** A field of an entry, as its schema describes it. */
export interface SchemaField {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Nothing below such a field is required: the form would ask for all of it. */
  readonly isOptional: boolean;
}

/** What controls are made of that have other fields in them, or refer to other entries. */
export interface FormParts {
  /** The fields of an object, in the order of its schema. `without` is the key that the form knows already. */
  fieldsOf(schema: JsonSchema, isOptional: boolean, without?: string): readonly CmsField[];
  widgetOf(field: SchemaField): Widget;
  /** The choice of an entry of a collection. */
  relationTo(collection: string): Widget;
}
