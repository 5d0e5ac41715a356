// Values that are marked as placeholders, by a comment at the end of their line.

import { type Diagnostic, isProblem } from "../../diagnostics/diagnostic.ts";
import { type EntryPart, visitFields } from "../schema/entry-fields.ts";
import type { SourceRef } from "../sources/list-sources.ts";
import { readSource, type SourceFile } from "../sources/read-source.ts";
import { openDocument, type Path } from "../sources/source-document.ts";
import type { LinePlace } from "../yaml/find-in-lines.ts";

const hasMark = (text: string): boolean => text.includes("#") && /#\s*placeholder\b/i.test(text);

/** Fields that `eventsite new` fills with the name of the entry. */
export const NAMES = new Set(["name", "title", "heading"]);

/** A note in the first lines of a file that `eventsite new` wrote. */
export const STARTER_NOTE = 'Write the real words and take each "placeholder" comment away';

/** The placeholders of a file. */
export interface PlaceholderMarks {
  readonly count: number;
  /** Whether `eventsite new` wrote the file, and some of its samples are still there. */
  readonly isStarter: boolean;
  /** Whether every text of an entry, except its names, is a placeholder. */
  coverTexts(parts: readonly EntryPart[]): boolean;
}

/** undefined for a file without placeholders. */
export function placeholderMarks(file: SourceFile): PlaceholderMarks | undefined {
  if (!hasMark(file.text)) return undefined;
  const lines = new Set(openDocument(file).placeholders.map(({ line }) => line));
  return {
    count: lines.size,
    isStarter: file.text.includes(STARTER_NOTE),
    coverTexts(parts) {
      const document = openDocument(file);
      const marked: boolean[] = [];
      for (const path of textPaths(parts)) {
        // The body of a Markdown file has no key that could be looked up.
        const isBody = document.body !== undefined && path[0] === "body";
        const place = (isBody && document.words(path)?.placeAt(0)) || document.place(path);
        marked.push(lines.has(place.line));
      }
      return marked.length > 0 && marked.every(Boolean);
    },
  };
}

/** The texts that a writer has to replace. */
function textPaths(parts: readonly EntryPart[]): Path[] {
  const paths: Path[] = [];
  visitFields(parts, ({ field, path }) => {
    const isText = field.kind === "text" || field.kind === "markdown";
    if (isText && !NAMES.has(String(path.at(-1)))) paths.push(path);
  });
  return paths;
}

/** One problem for each line that ends in `# placeholder`. */
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

/** The marked value is before the mark. A mark alone on its line is reported itself. */
function markedPart({ text }: SourceFile, { line, column, length }: LinePlace): LinePlace {
  const before =
    text
      .split(/\r?\n/)
      [line - 1]?.slice(0, column - 1)
      .trimEnd() ?? "";
  const first = /\S/.exec(before)?.index;
  return first === undefined ? { line, column, length } : { line, column: first + 1, length: before.length - first };
}

/** Options and variables that replace values of site.yaml. */
interface Overrides {
  readonly siteUrl?: string | undefined;
  readonly relayUrl?: string | undefined;
  readonly relayKey?: string | undefined;
}

/** The problems of site.yaml. A value that an option or a variable replaces is not published, so it may be a placeholder. */
export function sitePlaceholders(ref: SourceRef, { siteUrl, relayUrl, relayKey }: Overrides): Diagnostic[] {
  const file = readSource(ref);
  if (isProblem(file) || !hasMark(file.text)) return [];
  const document = openDocument(file);
  const replaced: Path[] = [
    ...(siteUrl === undefined ? [] : [["url"]]),
    ...(relayUrl === undefined ? [] : [["relay", "url"]]),
    ...(relayKey === undefined ? [] : [["relay", "key"]]),
  ];
  const lines = new Set(replaced.map((path) => document.place(path).line));
  return problemsAt(file, (line) => lines.has(line));
}
