// SourceFile → its data. An ordinary file is read by js-yaml; any other by `yaml`, with positions, to report everything at once.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { findHiddenValues } from "./find-hidden-values.ts";
import type { SourceFile } from "./read-source.ts";
import { mayHoldHidden } from "./yaml/hidden-characters.ts";
import { findDifference, loadOrdinary } from "./yaml/load-yaml.ts";
import { openDocument, type Path, type SourceDocument } from "./yaml/source-document.ts";
import { splitFrontMatter } from "./yaml/split-front-matter.ts";

export interface ParsedSource {
  readonly source: SourceFile;
  /** undefined if the file could not be parsed; then there are diagnostics. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Markdown gives its front matter's keys and, as `body`, its text. */
export function parseSource(source: SourceFile): ParsedSource {
  const split = source.format === "markdown" ? splitFrontMatter(source.text) : undefined;
  const frontMatter = split && "yaml" in split ? split : undefined;
  const yaml = frontMatter?.yaml ?? source.text;
  if (!mayHoldHidden(source.text) && split === frontMatter) {
    const data = loadOrdinary(yaml);
    if (data) return { source, data: frontMatter ? { ...data, body: frontMatter.body } : data, diagnostics: [] };
  }
  const document = openDocument(source);
  if (document.data === undefined) return { source, data: undefined, diagnostics: document.diagnostics };
  if (isMapping(document.data)) {
    const data = document.body === undefined ? document.data : { ...document.data, body: document.body };
    const hidden = mayHoldHidden(source.text) ? findHiddenValues(document, source.text) : [];
    const diagnostics = [...document.diagnostics, ...hidden];
    const isAccepted = diagnostics.every(({ severity }) => severity !== "error");
    const path = isAccepted ? findDifference(yaml.replaceAll("\r\n", "\n"), document.data) : undefined;
    if (path) diagnostics.push(reportDifference(document, path));
    return { source, data, diagnostics };
  }
  const place = { line: 1, column: 1, length: 1 };
  const problem =
    document.data === null
      ? document.report(
          "SOURCE_EMPTY",
          place,
          /\S/.test(source.text) ? "There is no data in this file." : "There is nothing in this file.",
          source.collection === ""
            ? "every site has one: bring back its last version, or write its first field, and `eventsite check` will say what else it needs"
            : "write its fields, as another file of the same folder has them, or delete it where it is not needed",
        )
      : document.report(
          "SOURCE_NOT_A_MAPPING",
          place,
          "The file must be made of `key: value` lines.",
          "compare with another file of the same folder",
        );
  return { source, data: undefined, diagnostics: [...document.diagnostics, problem] };
}

const reportDifference = (document: SourceDocument, path: Path): Diagnostic =>
  document.report(
    "SOURCE_AMBIGUOUS",
    document.place(path),
    "Programs that read YAML do not agree on what this value is.",
    "put quotes around it, or write it on one line",
  );
