// Which values a form has a control for. Pure.

import type { JsonSchema } from "../../../templates/kit/for-build/index.ts";
import { typeKeyOf } from "../../content/schema/described-schema.ts";

const SIMPLE: readonly unknown[] = ["string", "boolean", "integer", "number"];

/** Other values are edited as YAML. */
export function hasControl({ type, items, properties, "x-field": meaning, enum: choices }: JsonSchema): boolean {
  if (items) return typeKeyOf(items) !== undefined || (hasControl(items) && items.items === undefined);
  return Boolean(meaning ?? choices ?? properties) || SIMPLE.includes(type);
}
