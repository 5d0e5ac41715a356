// JSON as callers and files may write it. What walks it afterwards may call itself for each level: a few thousand of them end in a stack
// that overflows.

/** Nothing that is meant nests a tenth as deep. */
const MOST_LEVELS = 100;

/** Throws SyntaxError where it is no JSON, or nested too deep. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, MOST_LEVELS)) throw new SyntaxError(`More than ${MOST_LEVELS} levels are nested.`);
  return value;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
