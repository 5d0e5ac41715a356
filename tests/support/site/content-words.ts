// The words of a site as data: what the pages may say.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parse } from "yaml";
import { frozenDir } from "./with-site.ts";

export interface ContentFile {
  /** Relative to content/. */
  readonly path: string;
  /** Of a Markdown file: its front matter. */
  readonly data: Record<string, unknown>;
  /** Of a Markdown file: its text. */
  readonly body: string | undefined;
}

export function readContent(dir = join(frozenDir, "content")): ContentFile[] {
  // Manuals are no content, nor is what lies beside the pictures.
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(
    ({ name, parentPath }) =>
      /\.(?:yaml|md)$/.test(name) && name !== "README.md" && !relative(dir, parentPath).startsWith("images"),
  );
  return files
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const source = readFileSync(path, "utf8");
      const [, front = source, body] = path.endsWith(".md") ? (/^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []) : [];
      return { path: relative(dir, path), data: parse(front), body };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Every text below a value, with the path that leads to it. */
export function* textsIn(
  value: unknown,
  path: readonly string[] = [],
): Generator<{ text: string; path: readonly string[] }> {
  if (typeof value === "string") yield { text: value, path };
  else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) yield* textsIn(member, [...path, key]);
  }
}

/** The same value with every text replaced. */
export function mapTexts(
  value: unknown,
  change: (text: string, path: readonly string[]) => string,
  path: readonly string[] = [],
): unknown {
  if (typeof value === "string") return change(value, path);
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, change, [...path, String(index)]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, mapTexts(member, change, [...path, key])]),
  );
}
