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
  /** The folder that nothing is in, where that is why something is missing; gone from reports of a whole site. */
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

export const isError = ({ severity }: Diagnostic): boolean => severity === "error";

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean => diagnostics.some(isError);

/** In running text. */
export const sentenceOf = ({ message, hint }: Pick<Diagnostic, "message" | "hint">): string =>
  hint ? `${message} Hint: ${hint}.` : message;

/**
 * Whether `found` repeats a reported problem: it is at the same position, or on a line that could not be read as intended.
 * All diagnostics are of one file.
 */
export const isRepeated = (found: Diagnostic, reported: readonly Diagnostic[]): boolean =>
  reported.some(
    ({ severity, code, line, column }) =>
      severity === "error" && line === found.line && (code.startsWith("SOURCE_") || column === found.column),
  );

/**
 * The problems of a file by itself, and those of what it names. Where both are at one position, the first is reported; a link that is none
 * takes the hint of the second, which knows the pages of the site.
 */
export function mergeReports(own: readonly Diagnostic[], ofNames: readonly Diagnostic[]) {
  const links = ofNames.filter(({ code }) => code === "CONTENT_BAD_LINK");
  const hintAt = new Map(links.map(({ line, column, hint }) => [`${line}:${column}`, hint]));
  return {
    own: own.map((diagnostic) => {
      const hint = diagnostic.hint ?? hintAt.get(`${diagnostic.line}:${diagnostic.column}`);
      return hint === diagnostic.hint ? diagnostic : { ...diagnostic, hint };
    }),
    ofNames: ofNames.filter((diagnostic) => !isRepeated(diagnostic, own)),
  };
}

/** By file, line, column, then code; without duplicates. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const keyOf = (d: Diagnostic) => `${d.code}\0${d.file}\0${d.line}\0${d.column}\0${d.message}`;
  const unique = [...new Map(diagnostics.map((diagnostic) => [keyOf(diagnostic), diagnostic])).values()];
  const compareText = (a = "", b = "") => (a < b ? -1 : a > b ? 1 : 0);
  return unique.sort(
    (a, b) =>
      compareText(a.file, b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0) ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

/** Ends the stages here if there are errors: with all diagnostics, in the order of files. */
export function stopOnErrors(diagnostics: readonly Diagnostic[]): void {
  if (hasErrors(diagnostics)) throw new BuildFailedError(sortDiagnostics(diagnostics));
}
