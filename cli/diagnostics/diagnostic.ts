import { compareText } from "../text/compare-text.ts";
import type { DiagnosticCode } from "./codes.ts";

/** What is wrong, where, and how to fix it. The terminal, JSON and the API show the same object. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** Only errors stop a build. */
  readonly severity: "error" | "warning";
  readonly message: string;
  /** Relative to the project root, with forward slashes. */
  readonly file?: string;
  /** Both start at 1. */
  readonly line?: number;
  readonly column?: number;
  readonly hint?: string;
  /** The lines around the position, with a mark under it. */
  readonly frame?: string;
  /** The empty folder that is the reason why something is missing. Reports of a whole site leave it out. */
  readonly folder?: string;
}

/** What is wrong, before its place is known. */
export interface Finding extends Pick<Diagnostic, "code" | "message" | "hint" | "folder"> {
  /** Default: "error". */
  readonly severity?: Diagnostic["severity"];
}

/** An error that stops the work at once, in plain words; never a bug of the program. */
export class EventsiteError extends Error {
  readonly code: DiagnosticCode;
  readonly hint: string | undefined;

  constructor(code: DiagnosticCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "EventsiteError";
    this.code = code;
    this.hint = options.hint;
  }

  toDiagnostic(): Diagnostic {
    return { code: this.code, severity: "error", message: this.message, hint: this.hint };
  }
}

/** The content, the templates or the output folder stop the build; the existing site is untouched. */
export class BuildFailedError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const count = diagnostics.filter(isError).length;
    super(`The build stopped: ${count} ${count === 1 ? "problem" : "problems"}.`);
    this.name = "BuildFailedError";
    this.diagnostics = diagnostics;
  }
}

/** Whether a function returned the problem instead of its result. */
export const isProblem = <Result extends object>(result: Result): result is Extract<Result, Pick<Diagnostic, "code">> =>
  "code" in result;

export const isError = ({ severity }: Diagnostic): boolean => severity === "error";

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean => diagnostics.some(isError);

/** Message and hint as running text. */
export const sentenceOf = ({ message, hint }: Pick<Diagnostic, "message" | "hint">): string =>
  hint ? `${message} Hint: ${hint}.` : message;

/**
 * Whether a diagnostic repeats a reported one: it is at the same position, or on a line that could not be read as intended. All of them are
 * of one file.
 */
export const isRepeated = (diagnostic: Diagnostic, reported: readonly Diagnostic[]): boolean =>
  reported.some(
    ({ severity, code, line, column }) =>
      severity === "error" && line === diagnostic.line && (code.startsWith("SOURCE_") || column === diagnostic.column),
  );

/**
 * Merges the problems of a file with those of what it names. If both are at one position, only the first is reported. A target that is not a
 * link gets the hint of the second, which knows the pages of the site.
 */
export function mergeReports(ofFile: readonly Diagnostic[], ofNames: readonly Diagnostic[]) {
  const links = ofNames.filter(({ code }) => code === "CONTENT_BAD_LINK");
  const hintAt = new Map(links.map(({ line, column, hint }) => [`${line}:${column}`, hint]));
  return {
    ofFile: ofFile.map((diagnostic) => {
      const hint = diagnostic.hint ?? hintAt.get(`${diagnostic.line}:${diagnostic.column}`);
      return hint === diagnostic.hint ? diagnostic : { ...diagnostic, hint };
    }),
    ofNames: ofNames.filter((diagnostic) => !isRepeated(diagnostic, ofFile)),
  };
}

/** By file, line, column, then code; without duplicates. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const keyOf = (d: Diagnostic) => `${d.code}\0${d.file}\0${d.line}\0${d.column}\0${d.message}`;
  const unique = [...new Map(diagnostics.map((diagnostic) => [keyOf(diagnostic), diagnostic])).values()];
  return unique.sort(
    (a, b) =>
      compareText(a.file ?? "", b.file ?? "") ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0) ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

/** Throws BuildFailedError with all diagnostics, in the order of files, if one of them is an error. */
export function stopOnErrors(diagnostics: readonly Diagnostic[]): void {
  if (hasErrors(diagnostics)) throw new BuildFailedError(sortDiagnostics(diagnostics));
}
