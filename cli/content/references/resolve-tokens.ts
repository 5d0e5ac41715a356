// Fills in tokens: {brand.name} in any text becomes the value of that path in site.yaml, where facts of the company are written once.
import type { Path } from "../sources/source-document.ts";
import { isMapping } from "../yaml/mapping.ts";

const TOKEN = /\{([a-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*)\}/g;

/** Matches any braces, also double ones as other programs have them: what is not a token is a mistake that the page would show. */
const BRACE = /\{+[^{}]*\}*|\}+/g;

export interface UnknownToken {
  /** As it is written: "{brand.nam}", "{{brand.name}}", or a single brace. */
  readonly token: string;
  readonly path: Path;
}

/** Every text of site.yaml that a token can name, by its path such as "contact.phone". With "scalars", also numbers and the like. */
export function writtenTokens(settings: unknown, kinds: "texts" | "scalars" = "texts"): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const collect = (value: unknown, path: string) => {
    if (typeof value === "string" || (kinds === "scalars" && typeof value !== "object")) texts.set(path, String(value));
    else if (isMapping(value)) {
      for (const [key, member] of Object.entries(value)) collect(member, path === "" ? key : `${path}.${key}`);
    }
  };
  collect(settings, "");
  return texts;
}

/** Like `writtenTokens`, with nested tokens filled in. */
export function tokenValues(settings: unknown): ReadonlyMap<string, string> {
  const texts = writtenTokens(settings);
  const settle = (path: string, outerTokens: readonly string[]): string =>
    (texts.get(path) ?? "").replace(TOKEN, (token, name: string) =>
      texts.has(name) && !outerTokens.includes(name) ? settle(name, [...outerTokens, name]) : token,
    );
  return new Map([...texts.keys()].map((path) => [path, settle(path, [path])]));
}

/** A part of a text: plain text, or the value of a token. */
export type TokenPart =
  | string
  | { readonly token: string; readonly written: string; readonly parts: readonly TokenPart[] };

/** The parts of a text. Joined, they are the text that `resolveTokens` returns. */
export function splitTokens(
  text: string,
  texts: ReadonlyMap<string, string>,
  outerTokens: readonly string[] = [],
): readonly TokenPart[] {
  const parts: TokenPart[] = [];
  let end = 0;
  for (const { 0: token, 1: name = "", index } of text.matchAll(TOKEN)) {
    const value = outerTokens.includes(name) ? undefined : texts.get(name);
    if (value === undefined) continue;
    parts.push(text.slice(end, index), {
      token: name,
      written: token,
      parts: splitTokens(value, texts, [...outerTokens, name]),
    });
    end = index + token.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== "");
}

/** Paths whose values refer to themselves, such as "{brand.name}" as the value of brand.name. */
export function circularTokens(tokens: ReadonlyMap<string, string>): string[] {
  return [...tokens].flatMap(([path, value]) =>
    [...value.matchAll(TOKEN)].some(([, name = ""]) => tokens.has(name)) ? [path] : [],
  );
}

/** The value with every token filled in, and the unknown tokens. `isBlank` returns whether a template fills in a brace. */
export function resolveTokens<Value>(
  value: Value,
  tokens: ReadonlyMap<string, string>,
  isBlank: (name: string, path: Path) => boolean = () => false,
): { value: Value; unknown: UnknownToken[] } {
  const unknown: UnknownToken[] = [];
  const walk = (part: unknown, path: Path): unknown => {
    if (typeof part === "string") {
      if (!part.includes("{") && !part.includes("}")) return part;
      return part.replace(BRACE, (brace) => {
        const name = brace.slice(1, -1);
        const replacement = brace.endsWith("}") ? tokens.get(name) : undefined;
        if (replacement === undefined && !isBlank(name, path)) unknown.push({ token: brace, path });
        return replacement ?? brace;
      });
    }
    if (Array.isArray(part)) return part.map((item, index) => walk(item, [...path, index]));
    // Schemas may make objects of a class, such as dates. These hold no text of an author.
    if (typeof part !== "object" || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, walk(member, [...path, key])]));
  };
  return { value: walk(value, []) as Value, unknown };
}
