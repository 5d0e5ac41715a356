// {brand.name} in any text → the value of that path in site.yaml. Facts of the company are written once, there.
import type { Path } from "../sources/source-document.ts";
import { isMapping } from "../yaml/mapping.ts";

const TOKEN = /\{([a-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*)\}/g;

/** Any braces, those of other programs with two on each side as well: what is not a token is a mistake, and the page would show it. */
const BRACE = /\{+[^{}]*\}*|\}+/g;

export interface UnknownToken {
  /** As written: "{brand.nam}", "{{brand.name}}", or a brace alone. */
  readonly token: string;
  readonly path: Path;
}

/** Every text in site.yaml that a token can name, as "contact.phone" → its words as written; with "scalars" numbers and the like, too. */
export function writtenTokens(settings: unknown, kinds: "texts" | "scalars" = "texts"): ReadonlyMap<string, string> {
  const raw = new Map<string, string>();
  const collect = (value: unknown, path: string) => {
    if (typeof value === "string" || (kinds === "scalars" && typeof value !== "object")) raw.set(path, String(value));
    else if (isMapping(value)) {
      for (const [key, member] of Object.entries(value)) collect(member, path === "" ? key : `${path}.${key}`);
    }
  };
  collect(settings, "");
  return raw;
}

/** The same with nested tokens filled in. */
export function tokenValues(settings: unknown): ReadonlyMap<string, string> {
  const raw = writtenTokens(settings);
  const settle = (path: string, seen: readonly string[]): string =>
    (raw.get(path) ?? "").replace(TOKEN, (whole, name: string) =>
      raw.has(name) && !seen.includes(name) ? settle(name, [...seen, name]) : whole,
    );
  return new Map([...raw.keys()].map((path) => [path, settle(path, [path])]));
}

/** A text in its parts: plain words, and the values of tokens. */
export type TokenPart =
  | string
  | { readonly token: string; readonly written: string; readonly parts: readonly TokenPart[] };

/** The result of `resolveTokens` in parts: joined, they are the same text. */
export function splitTokens(
  text: string,
  written: ReadonlyMap<string, string>,
  seen: readonly string[] = [],
): readonly TokenPart[] {
  const parts: TokenPart[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = "", index } of text.matchAll(TOKEN)) {
    const words = seen.includes(name) ? undefined : written.get(name);
    if (words === undefined) continue;
    parts.push(text.slice(end, index), {
      token: name,
      written: whole,
      parts: splitTokens(words, written, [...seen, name]),
    });
    end = index + whole.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== "");
}

/** Paths whose values refer back to themselves: "{brand.name}" as the value of brand.name. */
export function circularTokens(tokens: ReadonlyMap<string, string>): string[] {
  return [...tokens].flatMap(([path, words]) =>
    [...words.matchAll(TOKEN)].some(([, name = ""]) => tokens.has(name)) ? [path] : [],
  );
}

/** The value with every token filled in, and the unknown tokens. `isBlank` says which braces a template fills in. */
export function resolveTokens<Value>(
  value: Value,
  tokens: ReadonlyMap<string, string>,
  isBlank: (name: string, path: Path) => boolean = () => false,
): { value: Value; unknown: UnknownToken[] } {
  const unknown: UnknownToken[] = [];
  const walk = (part: unknown, path: Path): unknown => {
    if (typeof part === "string") {
      if (!part.includes("{") && !part.includes("}")) return part;
      return part.replace(BRACE, (written) => {
        const name = written.slice(1, -1);
        const known = written.endsWith("}") ? tokens.get(name) : undefined;
        if (known === undefined && !isBlank(name, path)) unknown.push({ token: written, path });
        return known ?? written;
      });
    }
    if (Array.isArray(part)) return part.map((item, index) => walk(item, [...path, index]));
    // Schemas may make objects of a class, such as dates: these hold no text of an author.
    if (typeof part !== "object" || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, walk(member, [...path, key])]));
  };
  return { value: walk(value, []) as Value, unknown };
}
