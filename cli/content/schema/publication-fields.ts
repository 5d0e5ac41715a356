// The fields that decide when something is public, for editors and manuals.
import type { Path } from "../sources/source-document.ts";

export const DATE = "such as 2026-12-24, a whole day of the site's time zone, or 2026-12-24T18:00";

export const PUBLICATION_FIELDS = {
  draft: { type: "boolean", description: "true keeps it out of the built site; `serve` shows it, marked." },
  publishFrom: { type: "string", description: `When it is published: a date ${DATE}.` },
  publishUntil: {
    type: "string",
    description: "When it is taken away again: the last day, or the time, in the same form.",
  },
} as const;

export type PublicationKey = keyof typeof PUBLICATION_FIELDS;
export const PUBLICATION_KEYS = Object.keys(PUBLICATION_FIELDS) as PublicationKey[];

/** Whether a block at this path may have the fields, because it can be left out. In site.yaml: items of lists, and groups such as `notice`. */
export const takesDates = (path: Path, isSite = false): boolean =>
  typeof path.at(-1) === "number" || path.length === (isSite ? 1 : 0);

interface Described {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
}

/** Adds the fields to all blocks of a JSON Schema that may have them. */
export function withPublicationFields(schema: object, isSite = false): object {
  const dated = ({ properties, anyOf, oneOf, ...others }: Described): Described => ({
    ...others,
    ...(properties && { properties: { ...properties, ...PUBLICATION_FIELDS } }),
    ...(anyOf && { anyOf: anyOf.map(dated) }),
    ...(oneOf && { oneOf: oneOf.map(dated) }),
  });
  const full: Described = JSON.parse(JSON.stringify(schema), (key, value) => (key === "items" ? dated(value) : value));
  if (!isSite) return dated(full);
  const groups = Object.entries(full.properties ?? {}).map(([name, group]) => [name, dated(group)]);
  return { ...full, properties: Object.fromEntries(groups) };
}
