// What an entry of each collection may hold, the fields of its sections included. Pure.

import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import type { TemplateProgram } from "../../bundle/templates.ts";
import { describeEntry } from "../../content/schema/described-schema.ts";
import { withPublicationFields } from "../../content/schema/publication-fields.ts";

export type DescribedTemplates = Pick<TemplateProgram, "templates" | "jsonSchemaOf">;

/** Schemas by the name of the collection; "" is site.yaml. */
export function entrySchemas({ templates, jsonSchemaOf }: DescribedTemplates): ReadonlyMap<string, JsonSchema> {
  const sections = templates.sections.map(({ schema }) => jsonSchemaOf(schema));
  const described = templates.collections.map(
    ({ name, schema }) => [name, withPublicationFields(describeEntry(jsonSchemaOf(schema), sections))] as const,
  );
  return new Map([...described, ["", withPublicationFields(jsonSchemaOf(templates.settings), true)]]);
}
