// JSON from outside, whose content is not certain.

export type UnknownObject = Readonly<Record<string, unknown>>;

export const isText = (value: unknown): value is string => typeof value === "string";

/** The value itself if it is an object, otherwise an empty one. */
export const asObject = (value: unknown): UnknownObject =>
  typeof value === "object" && value !== null ? (value as UnknownObject) : {};

/** An empty object where the text is not JSON or not an object. */
export function parseObject(json: string): UnknownObject {
  try {
    return asObject(JSON.parse(json));
  } catch {
    return {};
  }
}
