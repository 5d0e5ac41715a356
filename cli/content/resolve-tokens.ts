// {brand.name} in any text → the value of that path in site.yaml. Facts of the company stand once, there.
import type { Path } from "./source-document.ts";

const TOKEN = /\{([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*)\}/g;

/** Blanks that site.yaml's own patterns leave open for templates: "{title} | {brand.name}". */
const LOCAL_TOKENS = new Set(["title", "mark", "rating", "number", "total"]);

export interface UnknownToken {
  readonly token: string;
  readonly path: Path;
}

/** Every text in site.yaml that may be named, as "contact.phone" → its words, nested tokens filled in. */
export function tokenValues(settings: unknown): ReadonlyMap<string, string> {
  const raw = new Map<string, string>();
  const collect = (value: unknown, path: string) => {
    if (typeof value === "string") raw.set(path, value);
    else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      for (const [key, member] of Object.entries(value)) collect(member, path === "" ? key : `${path}.${key}`);
    }
  };
  collect(settings, "");
  const settle = (path: string, seen: readonly string[]): string =>
    (raw.get(path) ?? "").replace(TOKEN, (whole, name: string) =>
      raw.has(name) && !seen.includes(name) ? settle(name, [...seen, name]) : whole,
    );
  return new Map([...raw.keys()].map((path) => [path, settle(path, [path])]));
}

/** The same value with every token filled in, and the tokens that name nothing. `isSettings` allows the blanks of templates. */
export function resolveTokens<Value>(
  value: Value,
  tokens: ReadonlyMap<string, string>,
  isSettings = false,
): { value: Value; unknown: UnknownToken[] } {
  const unknown: UnknownToken[] = [];
  const walk = (part: unknown, path: Path): unknown => {
    if (typeof part === "string") {
      if (!part.includes("{")) return part;
      return part.replace(TOKEN, (whole, name: string) => {
        const known = tokens.get(name);
        if (known === undefined && !(isSettings && LOCAL_TOKENS.has(name))) unknown.push({ token: name, path });
        return known ?? whole;
      });
    }
    if (Array.isArray(part)) return part.map((item, index) => walk(item, [...path, index]));
    if (typeof part === "object" && part !== null) {
      return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, walk(member, [...path, key])]));
    }
    return part;
  };
  return { value: walk(value, []) as Value, unknown };
}
