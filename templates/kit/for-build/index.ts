// What the build alone asks of a set of templates. Templates need none of it.
export { checkValue } from "./check-value.ts";
export { checkedSet } from "./checked-set.ts";
export { compileFieldVisitor, type FieldUse } from "./collect-fields.ts";
export { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
