import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { type EntryPart, visitFields } from "../schema/entry-fields.ts";
import type { SourceRef } from "../sources/list-sources.ts";
import { readSource, type SourceFile } from "../sources/read-source.ts";
import { openDocument, type Path } from "../sources/source-document.ts";
import { findPlaceholders, type LinePlace } from "../yaml/find-in-lines.ts";

const hasMark = (text: string): boolean => text.includes("#") && /#\s*placeholder\b/i.test(text);

/** Fields that a starter fills with the name it was given. */
export const NAMES = new Set(["name", "title", "heading"]);

/** In the first lines of a file that `eventsite new` wrote. */
export const STARTER_NOTE = 'Write the real words and take each "placeholder" comment away';

/** The marks of a file; undefined if it has none. */
export function placeholderMarks(file: SourceFile) {
  if (!hasMark(file.text)) return undefined;
  const lines = new Set(findPlaceholders(file.text.split(/\r?\n/)).map(({ line }) => line));
  return {
    count: lines.size,
    /** Whether `eventsite new` began the file, and some of its samples are still there. */
    isStarter: file.text.includes(STARTER_NOTE),
    /** Whether every text of an entry, except the names it begins with, is a placeholder. */
    coverWords(parts: readonly EntryPart[]): boolean {
      const document = openDocument(file);
      const marked: boolean[] = [];
      for (const path of wordsOf(parts)) {
        // The text of a Markdown file has no key that could be looked up.
        const isBody = document.body !== undefined && path[0] === "body";
        const place = (isBody && document.words(path)?.placeAt(0)) || document.place(path);
        marked.push(lines.has(place.line));
      }
      return marked.length > 0 && marked.every(Boolean);
    },
  };
}

/** The texts that a writer has to replace. */
function wordsOf(parts: readonly EntryPart[]): Path[] {
  const paths: Path[] = [];
  visitFields(parts, ({ field, path }) => {
    const isText = field.kind === "text" || field.kind === "markdown";
    if (isText && !NAMES.has(String(path.at(-1)))) paths.push(path);
  });
  return paths;
}

/** One for each line that ends in `# placeholder`. */
export function placeholderProblems(file: SourceFile): Diagnostic[] {
  return problemsAt(file, () => false);
}

function problemsAt(file: SourceFile, isOverridden: (line: number) => boolean): Diagnostic[] {
  if (!hasMark(file.text)) return [];
  const document = openDocument(file);
  const message = "This value is still a placeholder.";
  const hint = 'write the real one and take "# placeholder" away';
  return document.placeholders
    .filter(({ line }) => !isOverridden(line))
    .map((place) => document.report(markedPart(file, place), { code: "CONTENT_PLACEHOLDER", message, hint }));
}

/** What a mark is for is before it; a mark alone on its line is all there is. */
function markedPart({ text }: SourceFile, { line, column, length }: LinePlace): LinePlace {
  const before =
    text
      .split(/\r?\n/)
      [line - 1]?.slice(0, column - 1)
      .trimEnd() ?? "";
  const first = /\S/.exec(before)?.index;
  return first === undefined ? { line, column, length } : { line, column: first + 1, length: before.length - first };
}

/** What options and variables give in place of values of site.yaml. */
interface Overrides {
  readonly siteUrl?: string | undefined;
  readonly relayUrl?: string | undefined;
  readonly relayKey?: string | undefined;
}

/** The same for site.yaml: a value that an option or a variable replaces is not published, so it may be a placeholder. */
export function sitePlaceholders(ref: SourceRef, { siteUrl, relayUrl, relayKey }: Overrides): Diagnostic[] {
  const file = readSource(ref);
  if ("code" in file || !hasMark(file.text)) return [];
  const document = openDocument(file);
  const replaced: Path[] = [
    ...(siteUrl === undefined ? [] : [["url"]]),
    ...(relayUrl === undefined ? [] : [["relay", "url"]]),
    ...(relayKey === undefined ? [] : [["relay", "key"]]),
  ];
  const lines = new Set(replaced.map((path) => document.place(path).line));
  return problemsAt(file, (line) => lines.has(line));
}
